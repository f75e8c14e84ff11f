import { hasFilter } from "./jinja/filters/filters";
import { collectionMethods } from "./jinja/members";
import { everyNode, type Node, targetNames } from "./jinja/parse/tree";
import { hasTest } from "./jinja/tests";
import { textMethods } from "./jinja/text-methods";
import { TemplateMistake } from "./mistake";

const fields = ["name", "price", "old_price", "image_url", "url"];
const ofLoop = [
  ...["index", "index0", "revindex", "revindex0", "first", "last", "length", "previtem"],
  ...["nextitem", "cycle", "changed", "depth", "depth0"],
];
const ofOthers = ["grouper", "list", "current", "next", "reset"];

/**
 * Checks every name in a template against the known ones, so that a typo is found when the template
 * is saved and not when it is sent.
 * `known` are the variables and functions. Throws a `TemplateMistake`.
 */
export function checkNames(template: Node, known: readonly string[]) {
  const names = new Set([...known, "loop"]);
  const members = new Set([...fields, ...textMethods, ...collectionMethods, ...ofOthers]);
  const nodes = [...everyNode(template)];
  for (const node of nodes) {
    for (const name of boundBy(node)) names.add(name);
    for (const name of membersOf(node)) members.add(name);
  }
  for (const node of nodes) {
    const wrong = mistakeOf(node, names, members);
    if (wrong) throw new TemplateMistake(wrong, node.line);
  }
}

function mistakeOf(node: Node, names: ReadonlySet<string>, members: ReadonlySet<string>) {
  switch (node.type) {
    case "Name":
    case "Field":
      return names.has(node.name) ? undefined : `Unknown variable "${node.name}".`;
    case "Member": {
      const isOfLoop = node.node.type === "Name" && node.node.name === "loop";
      if (isOfLoop ? ofLoop.includes(node.name) : members.has(node.name)) return undefined;
      const hint = hasFilter(node.name) ? ` There is a filter of this name: |${node.name}.` : "";
      return `Unknown field "${node.name}".${hint}`;
    }
    case "Filter":
      return hasFilter(node.name) ? undefined : `The filter "${node.name}" cannot be used here.`;
    case "Test":
      return hasTest(node.name) ? undefined : `The test "${node.name}" cannot be used here.`;
    default:
      return undefined;
  }
}

/** Returns the names that a statement defines. */
function boundBy(node: Node): string[] {
  switch (node.type) {
    case "For":
      return targetNames(node.target);
    case "Set":
    case "SetBlock":
      return node.target.type === "Field" ? [] : targetNames(node.target);
    case "With":
      return node.pairs.flatMap(({ target }: { target: Node }) => targetNames(target));
    case "Macro":
      return [node.name, ...node.args, "caller", "varargs", "kwargs"];
    case "CallBlock":
      return node.args;
    default:
      return [];
  }
}

/** Returns the fields of the template's own records. */
function membersOf(node: Node): string[] {
  switch (node.type) {
    case "Call":
      return node.named.map(({ name }: { name: string }) => name);
    case "Dict":
      return node.pairs.map(({ key }: { key: Node }) => String(key.value));
    case "Set":
      return node.target.type === "Field" ? [node.target.field] : [];
    default:
      return [];
  }
}
