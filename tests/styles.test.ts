import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";

/** A use of a class in a view. If the sheet lacks it, nothing fails: it only looks wrong. */
type Use = { readonly view: string; readonly sheet: string; readonly name: string };

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).map((path) =>
  posix.join("src", path.replaceAll("\\", "/")),
);
const views = files.filter((path) => path.endsWith(".tsx"));
const sheets = files.filter((path) => path.endsWith(".css"));

/** Every `styles.name`, by whatever name the sheet was imported. */
function usesIn(view: string): Use[] {
  const code = read(view);
  return [...code.matchAll(/import (\w+) from "([^"]+\.module\.css)"/g)].flatMap(
    ([, styles, from = ""]) => {
      const sheet = from.startsWith("@/")
        ? from.replace("@/", "src/")
        : posix.join(posix.dirname(view), from);
      const names = code.matchAll(new RegExp(`(?<!["'/\\w.-])${styles}\\.(\\w+)`, "g"));
      return [...names].map(([, name = ""]) => ({ view, sheet, name }));
    },
  );
}

const read = (path: string) => readFileSync(path, "utf8");

const hasClass = ({ sheet, name }: Use) => new RegExp(`\\.${name}(?![\\w-])`).test(read(sheet));

describe("Styles", () => {
  it("have every class that a view names", () => {
    const uses = views.flatMap(usesIn);
    expect(uses.length).toBeGreaterThan(100);
    expect(uses.filter((use) => !hasClass(use))).toEqual([]);
  });

  it("cut no text on a button, because WebKit ignores that", () => {
    const ownClass = /<button\b[^<]*?className=\{styles\.(\w+)\}/g;
    const ofButtons = views.flatMap((view) =>
      [...read(view).matchAll(ownClass)].flatMap(([, name]) =>
        usesIn(view).filter((use) => use.name === name),
      ),
    );
    expect(ofButtons.length).toBeGreaterThan(10);
    const isCut = ({ sheet, name }: Use) =>
      new RegExp(`\\.${name}\\s*\\{[^{}]*line-clamp`).test(read(sheet));
    expect(ofButtons.filter(isCut)).toEqual([]);
    const shared = views.filter((view) => /<button\b[^<]*?className="[^"]*clamp/.test(read(view)));
    expect(shared).toEqual([]);
  });

  it("make the headings of pages, regions and panels larger than the text, each a step", () => {
    const tokens = read("src/shared/styles/tokens.css");
    const base = read("src/shared/styles/global.css");
    const sizes = ["h1", "h2", "h3", "body"].map((element) => {
      const [, rules = ""] = new RegExp(`^ {2}${element} \\{([^}]*)`, "m").exec(base) ?? [];
      const [, name = ""] = /var\(--fs-(\w+)\)/.exec(rules) ?? [];
      return Number(new RegExp(`--fs-${name}: (\\d+)px`).exec(tokens)?.[1]);
    });
    expect(sizes).toEqual([20, 16, 14, 13]);
  });

  it("use the tokens for spaces", () => {
    expect(read("src/shared/styles/tokens.css")).toContain("--sp-3: 12px;");
    const literals = sheets.flatMap((sheet) =>
      [...read(sheet).matchAll(/^\s*(?:margin|padding|gap|row-gap|column-gap)[\w-]*: [^;(]*;/gm)]
        .filter(([declaration]) => /(?<![\w.-])(2|4|8|12|16|20|24|32|40|48)px/.test(declaration))
        .map(([declaration]) => `${sheet}: ${declaration.trim()}`),
    );
    expect(literals).toEqual([]);
  });

  it("change the layout at the widths that the tokens name", () => {
    const named = [
      ...read("src/shared/styles/tokens.css").matchAll(/^ +(\w+): (\d{3,4}[ ,(].*)$/gm),
    ];
    const allowed = named.flatMap(([, name, widths = ""]) =>
      [...widths.matchAll(/\d{3,4}/g)].map(([width]) => `${name} ${width}`),
    );
    const used = sheets.flatMap((sheet) =>
      [...read(sheet).matchAll(/@(?:(media)|container (\w+)) (\([^{]*)\{/g)].flatMap(
        ([, media, container, query = ""]) =>
          [...query.matchAll(/(\d+)px/g)].map(([, width]) => `${media ?? container} ${width}`),
      ),
    );
    expect(used.length).toBeGreaterThan(90);
    expect([...new Set(used)].sort()).toEqual(allowed.sort());
  });
});
