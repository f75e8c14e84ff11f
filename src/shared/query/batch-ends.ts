import type { Outcome } from "./outcome";
import { type BatchResult, wasDone } from "./use-batch";

/**
 * The ways in which one item of a batch can end. `unclear` means that it may have been done: there
 * was no answer, or another press was already sending it. It is never counted as failed.
 */
export type End = "done" | "unclear" | "failed" | "unsent";

export function endOf(outcome: Outcome<unknown>): End {
  if (wasDone(outcome)) return "done";
  if (outcome.kind === "unsent") return "unsent";
  return outcome.kind === "unknown" || outcome.kind === "held" ? "unclear" : "failed";
}

export type Ends = Readonly<Record<End, number>>;

export function tallyEnds(results: readonly BatchResult<unknown>[]): Ends {
  const ends = { done: 0, unclear: 0, failed: 0, unsent: 0 };
  for (const { outcome } of results) ends[endOf(outcome)] += 1;
  return ends;
}

/** '2 unclear': the number of items that may or may not have been done. */
export const sayUnclear = (count: number | string) => `${count} unclear`;

/**
 * '1 approved, 1 failed, 4 not sent.' The items that were left when the batch was stopped count as
 * not sent.
 */
export function sayEnds(done: string, ends: Ends, left: number, notSent = "not sent"): string {
  const unsent = ends.unsent + left;
  const counts = [
    `${ends.done} ${done}`,
    ends.unclear > 0 && sayUnclear(ends.unclear),
    ends.failed > 0 && `${ends.failed} failed`,
    unsent > 0 && `${unsent} ${notSent}`,
  ];
  return `${counts.filter(Boolean).join(", ")}.`;
}

/** Names the button that sends again what was not done; undefined if everything was done. */
export function nameRetry({
  unclear,
  failed,
  unsent = 0,
}: Omit<Ends, "done" | "unsent"> & Partial<Ends>) {
  const kinds = [failed > 0 && "failed", unclear > 0 && "unclear", unsent > 0 && "unsent"].filter(
    (kind) => kind !== false,
  );
  const last = kinds.pop();
  if (last === undefined) return undefined;
  return kinds.length === 0 ? `Retry the ${last}` : `Retry ${kinds.join(", ")} and ${last}`;
}

/** Shown in the list of results for an item whose earlier press had not ended yet. */
export const heldText = "Already in progress.";
