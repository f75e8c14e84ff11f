// @ts-check

/**
 * A node of the syntax tree. Its other properties depend on its type.
 *
 * @typedef {{ type: string, line: number, [part: string]: any }} Node
 */

/** @param {unknown} value @returns {value is Node} */
const isNode = (value) =>
  typeof value === "object" && value !== null && "type" in value && "line" in value;

/** The nodes that a node holds, in the order of the template. @param {unknown} node @returns {Generator<Node>} */
export function* children(node) {
  if (typeof node !== "object" || node === null) return;
  for (const part of Array.isArray(node) ? node : Object.values(node)) {
    if (isNode(part)) yield part;
    else yield* children(part);
  }
}

/** A node and all that it holds. @param {Node} node @returns {Generator<Node>} */
export function* everyNode(node) {
  yield node;
  for (const child of children(node)) yield* everyNode(child);
}

/** The names of a target of an assignment. @param {Node} target @returns {string[]} */
export const targetNames = (target) =>
  target.type === "Tuple" ? target.items.flatMap(targetNames) : [target.name];

/** Whether a name is used anywhere in some nodes. @param {readonly Node[]} nodes @param {string} name */
export function isUsed(nodes, name) {
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
 *
 * @param {Node} template
 * @returns {Node | undefined}
 */
export function tooDeep(template) {
  const open = [{ node: template, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.depth > 80) return next.node;
    for (const node of children(next.node)) {
      open.push({ node, depth: statements.has(node.type) ? 0 : next.depth + 1 });
    }
  }
  return undefined;
}
