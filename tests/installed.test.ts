import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Plugin, parseAst } from "vite";
import { describe, expect, it } from "vitest";
import { onePath } from "../scripts/lib/one-path";
import { withoutNames } from "../scripts/lib/without-names";

/** What a plugin makes of an installed file; undefined where it leaves it as it is. */
function madeBy({ transform }: Plugin, path: string): unknown {
  if (typeof transform !== "object") throw new Error("It transforms nothing.");
  const id = resolve("node_modules", path);
  const { id: wanted } = transform.filter ?? {};
  if (!(wanted instanceof RegExp) || !wanted.test(id)) return undefined;
  const context = { parse: parseAst };
  return Reflect.apply(transform.handler, context, [readFileSync(id, "utf8"), id]);
}

it("What the build has an icon drawn by stands where the packages as they are installed ask for it", () => {
  const icon = readFileSync("node_modules/lucide-react/dist/esm/icons/image-plus.mjs", "utf8");
  expect(icon).toContain("import createLucideIcon from '../createLucideIcon.mjs';");
  expect(icon).toContain("createLucideIcon(__iconData)");
});

describe("What the build cuts is in the packages as they are installed", () => {
  it("an icon of several shapes", () => {
    const made = madeBy(onePath(), "lucide-react/dist/esm/icons/image-plus.mjs");
    expect(made).toMatch(
      /node: \[\["path",\{"d":"M16 5h6M19 2v6M21 11\.5V19a[^"]*","key":"0"\}\]\]/,
    );
    expect(made).not.toContain("circle");
  });

  it("the names of functions", () => {
    const path = "@radix-ui/react-tabs/dist/index.mjs";
    const made = madeBy(withoutNames(), path);
    expect(made).toContain("function TabsTrigger2(");
    expect(made).not.toContain("__name(");
    expect(() => parseAst(String(made))).not.toThrow();
  });
});
