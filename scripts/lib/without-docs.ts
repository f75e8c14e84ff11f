import type { Plugin } from "vite";
import { type Cut, type Node, without } from "./cut.ts";

/** What a call of the contract says of itself. */
const docs = new Set(["summary", "description", "refusals", "sample"]);

/** Where the contract is: calls, schemas, and what they are made of. */
const contract = /\/src\/.*(\/contract|\/schema|\/shared\/api\/[\w-]+)\.ts$/;

/**
 * The contract describes itself for the API's documents and for tests, about a tenth of what a screen
 * weighs: none of that is shipped to browsers, where nothing reads it. What a call says of itself
 * becomes undefined, and the descriptions and registrations of schemas go.
 */
export const withoutDocs = (isServer: boolean | undefined): Plugin => ({
  name: "without-docs",
  apply: "build",
  // When the types are gone, and before anything is bundled.
  enforce: "post",
  transform(code, id) {
    if (isServer || !contract.test(id)) return;
    return without(code, this.parse(code), (node) => cutsIn(node, code));
  },
});

function cutsIn({ type, callee, arguments: given, end }: Node, code: string): readonly Cut[] {
  if (type !== "CallExpression" || callee.type !== "MemberExpression") return [];
  const { object, property } = callee;
  if (object.name === "endpoint") {
    const options: Node[] = given[1]?.properties ?? [];
    return options
      .filter(({ key }) => docs.has(key.name))
      .map(({ value }) => [value.start, value.end, "undefined"]);
  }
  if (property.name === "register") return [[object.end, end, ""]];
  if (property.name !== "check") return [];
  const checks = given.filter((one: Node) => one.callee?.property?.name !== "describe");
  if (checks.length === given.length) return [];
  if (checks.length === 0) return [[object.end, end, ""]];
  const kept = checks.map((one: Node) => code.slice(one.start, one.end)).join(", ");
  return [[given[0].start, given.at(-1).end, kept]];
}
