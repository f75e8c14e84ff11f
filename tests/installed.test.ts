import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Plugin, parseAst } from "vite";
import { describe, expect, it } from "vitest";
import { withoutNames } from "../scripts/vite/without-names";

/** Transforms an installed file with a plugin; undefined if the plugin leaves it unchanged. */
function madeBy({ transform }: Plugin, path: string): unknown {
  if (typeof transform !== "object") throw new Error("It transforms nothing.");
  const id = resolve("node_modules", path);
  const { id: wanted } = transform.filter ?? {};
  if (!(wanted instanceof RegExp) || !wanted.test(id)) return undefined;
  const context = { parse: parseAst };
  return Reflect.apply(transform.handler, context, [readFileSync(id, "utf8"), id]);
}

describe("The code that the build removes is in the installed packages", () => {
  it("the names of functions", () => {
    const path = "@radix-ui/react-tabs/dist/index.mjs";
    const made = madeBy(withoutNames(), path);
    expect(made).toContain("function TabsTrigger2(");
    expect(made).not.toContain("__name(");
    expect(() => parseAst(String(made))).not.toThrow();
  });
});
