/** From where to where, and what stands there instead. */
export type Cut = readonly [from: number, to: number, instead: string];

/** The tree of a program as ESTree has it. */
// biome-ignore lint/suspicious/noExplicitAny: each kind of node has a shape of its own
export type Node = any;

/** The code without what `cutsIn` says of each node of its tree; cuts do not overlap. */
export function without(code: string, tree: Node, cutsIn: (node: Node) => readonly Cut[]): string {
  const cuts: Cut[] = [];
  visit(tree, (node) => cuts.push(...cutsIn(node)));
  return cuts
    .toSorted(([one], [other]) => other - one)
    .reduce((left, [from, to, instead]) => left.slice(0, from) + instead + left.slice(to), code);
}

function visit(node: Node, look: (node: Node) => void) {
  look(node);
  for (const child of Object.values<Node>(node).flat()) if (child?.type) visit(child, look);
}
