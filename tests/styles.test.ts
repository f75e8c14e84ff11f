import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";

/** A class that a view names and its sheet lacks is no error anywhere: it only looks wrong. */
type Use = { readonly view: string; readonly sheet: string; readonly name: string };

const views = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((path) => posix.join("src", path.replaceAll("\\", "/")))
  .filter((path) => path.endsWith(".tsx"));

/** Every `styles.name`, by whatever name the sheet was imported. */
function usesIn(view: string): Use[] {
  const code = readFileSync(view, "utf8");
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

const hasClass = ({ sheet, name }: Use) =>
  new RegExp(`\\.${name}(?![\\w-])`).test(readFileSync(sheet, "utf8"));

describe("Styles", () => {
  it("have every class that a view names", () => {
    const uses = views.flatMap(usesIn);
    expect(uses.length).toBeGreaterThan(100);
    expect(uses.filter((use) => !hasClass(use))).toEqual([]);
  });
});
