import type { Plugin } from "vite";
import { type Node, without } from "./cut.ts";

/**
 * Radix ships what esbuild's `keepNames` makes: each function, also those made anew whenever a part is
 * drawn, is given its name as a property of its own. Nothing reads them; without them the scripts are
 * smaller and draw faster.
 */
export const withoutNames = (): Plugin => ({
  name: "without-names",
  apply: "build",
  transform: {
    filter: { id: /\/@radix-ui\/.*\.mjs$/ },
    handler(code) {
      return without(code, this.parse(code), named);
    },
  },
});

/** `__name(one, "one")` becomes `(one)`. */
function named({ type, callee, arguments: given, start, end }: Node) {
  if (type !== "CallExpression" || callee.name !== "__name") return [];
  const [target] = given;
  return [[start, target.start, "("] as const, [target.end, end, ")"] as const];
}
