import type { Id } from "@/shared/api/id";
import { type ReviewRow, rowOfAddition, rowOfRemoval } from "./dry-run-review";
import { additionSchema, type Run, removalSchema } from "./schema";

export type RemainingSteps = {
  readonly updates: readonly ReviewRow[];
  readonly removals: readonly ReviewRow[];
  /** Steps of another server that the console cannot read; they are sent back all the same. */
  readonly unreadable: number;
  /** What the next step changes; undefined if the server does not say so. */
  readonly next: ReviewRow | undefined;
};

/** Reads the remaining lists of a run, which themselves stay exactly as the server sent them. */
export function remainingSteps({ updates, removals, nextId }: Run): RemainingSteps {
  const read = {
    updates: updates.flatMap((step) => {
      const { data } = additionSchema.safeParse(step);
      return data ? [rowOfAddition(data)] : [];
    }),
    removals: removals.flatMap((step) => {
      const { data } = removalSchema.safeParse(step);
      return data ? [rowOfRemoval(data)] : [];
    }),
  };
  const all = [...read.removals, ...read.updates];
  return {
    ...read,
    unreadable: updates.length + removals.length - all.length,
    next: nextOf(all, nextId),
  };
}

/** Returns undefined for an id that is in both lists: it does not tell which of the two is next. */
function nextOf(rows: readonly ReviewRow[], id: Id | null | undefined) {
  const found = rows.filter((row) => row.id === String(id));
  return found.length === 1 ? found[0] : undefined;
}
