import type { Outcome } from "./outcome";
import { type BatchResult, wasDone } from "./use-batch";

/**
 * How one of many counts. Unclear is what may have been done: without an answer, or under way by
 * another press. It is never counted as failed.
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

/** '2 without a clear answer': how many nobody can say of whether they were done. */
export const sayUnclear = (count: number | string) => `${count} without a clear answer`;

/** '1 approved, 1 failed, 4 not sent.', with those that it was stopped before among the last. */
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

/** What the button is called that sends again what was not done; undefined where all was. */
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

/** In the list of what became of each: another press of the same thing was not over. */
export const heldText = "Was under way already.";
