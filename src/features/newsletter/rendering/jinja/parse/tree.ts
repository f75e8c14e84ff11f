/** A node of the syntax tree. Its other properties depend on its type. */
// biome-ignore lint/suspicious/noExplicitAny: the properties depend on the type
export type Node = { type: string; line: number; [part: string]: any };

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "line" in value;

/** The nodes that a node holds, in the order of the template. */
export function* children(node: unknown): Generator<Node> {
  if (typeof node !== "object" || node === null) return;
  for (const part of Array.isArray(node) ? node : Object.values(node)) {
    if (isNode(part)) yield part;
    else yield* children(part);
  }
}

/** A node and all that it holds. */
export function* everyNode(node: Node): Generator<Node> {
  yield node;
  for (const child of children(node)) yield* everyNode(child);
}

/** The names of a target of an assignment. */
export const targetNames = (target: Node): string[] =>
  target.type === "Tuple" ? target.items.flatMap(targetNames) : [target.name];

/** True if a name is used anywhere in some nodes. */
export function isUsed(nodes: readonly Node[], name: string) {
  for (const node of nodes) {
    for (const one of everyNode(node)) if (one.type === "Name" && one.name === name) return true;
  }
  return false;
}

const statements = new Set([
  ...["Template", "Text", "Print", "PrintAll", "If", "For", "Set", "SetBlock", "With", "Macro"],
  ...["CallBlock", "FilterBlock"],
]);

/**
 * Finds an expression with more parts within parts than Python accepts, which is two hundred
 * brackets; a part needs one or two of them. It does not call itself: a long sum is as deep as it is
 * long.
 */
export function tooDeep(template: Node): Node | undefined {
  const open = [{ node: template, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.depth > 80) return next.node;
    for (const node of children(next.node)) {
      open.push({ node, depth: statements.has(node.type) ? 0 : next.depth + 1 });
    }
  }
  return undefined;
}
