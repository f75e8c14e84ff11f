import type { Query } from "@tanstack/react-query";
import { connection } from "@/shared/api/connection";
import { session } from "@/shared/session/session";

const shortestBase = 15_000;
const longestPause = 300_000;

/**
 * Asks again every so many milliseconds, unless nobody can answer: a lost server is asked by one
 * voice alone until it is back, and after the session is over there is nothing to ask with.
 * After failures the pause is long at once and doubles, to at most five minutes.
 */
export const every =
  (interval: number) =>
  // Any query may poll; nothing of what it holds is looked at.
  // biome-ignore lint/suspicious/noExplicitAny: Query is invariant in its four parameters
  (query: Query<any, any, any, any>): number | false => {
    if (connection.read().isLost || session.state() !== "signed-in") return false;
    const failures = failuresInARow(query, query.state);
    if (failures === 0) return interval;
    const pause = Math.max(interval, shortestBase) * 2 ** Math.min(failures + 1, 6);
    return Math.min(pause, longestPause) * (0.9 + Math.random() * 0.2);
  };

/** How many failures each query had had when it last went well. */
const hadFailed = new WeakMap<object, number>();

function failuresInARow(query: object, state: { status: string; errorUpdateCount: number }) {
  if (state.status !== "error") hadFailed.set(query, state.errorUpdateCount);
  return state.errorUpdateCount - (hadFailed.get(query) ?? 0);
}
