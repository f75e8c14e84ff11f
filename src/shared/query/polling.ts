import type { Query } from "@tanstack/react-query";
import { connection } from "@/shared/api/connection";
import { session } from "@/shared/session/session";

const shortestBase = 15_000;
const longestPause = 300_000;

/**
 * Polls at an interval in milliseconds, unless there can be no answer: while the server is lost, only
 * the health check asks it, and after the session is over there is no token to ask with. After
 * failures the pause is long at once and doubles, to at most five minutes.
 */
export const every =
  (interval: number) =>
  // Any query may poll, because its data is not read here.
  // biome-ignore lint/suspicious/noExplicitAny: Query is invariant in its four parameters
  (query: Query<any, any, any, any>): number | false => {
    if (connection.read().isLost || session.state() !== "signed-in") return false;
    const failures = failuresInARow(query, query.state);
    if (failures === 0) return interval;
    const pause = Math.max(interval, shortestBase) * 2 ** Math.min(failures + 1, 6);
    return Math.min(pause, longestPause) * (0.9 + Math.random() * 0.2);
  };

/** The number of failures that each query had had when it last succeeded. */
const hadFailed = new WeakMap<object, number>();

function failuresInARow(query: object, state: { status: string; errorUpdateCount: number }) {
  if (state.status !== "error") hadFailed.set(query, state.errorUpdateCount);
  return state.errorUpdateCount - (hadFailed.get(query) ?? 0);
}
