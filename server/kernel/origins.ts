import type { Jobs } from "./context.ts";

/**
 * The origins of a job's posts, in order. A queue item with an origin means that post is generated.
 */
export const originsOf = (work: Jobs["generate"]): string[] =>
  Array.from({ length: work.count }, (_, turn) => originOf(work, turn));

export const originOf = ({ taskId, categoryId }: Jobs["generate"], turn: number) =>
  `${taskId}:${categoryId}:${turn}`;

/** Whether an origin is a turn of a generation task, not the command of an operator. */
export const isOfGeneration = (origin: string | null) =>
  origin !== null && !/^(post-now|publish):/.test(origin);
