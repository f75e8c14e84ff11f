import type { Query } from "@tanstack/react-query";
import { connection } from "@/shared/api/connection";
import { session } from "@/shared/session/session";

/**
 * Asks again every so many milliseconds, unless nobody can answer: a lost server is asked by one
 * voice alone until it is back, and after the session is over there is nothing to ask with.
 * After failures the pause doubles, to at most five minutes.
 */
export const every =
  (interval: number) =>
  // Any query may poll; nothing of what it holds is looked at.
  // biome-ignore lint/suspicious/noExplicitAny: Query is invariant in its four parameters
  (query: Query<any, any, any, any>): number | false => {
    if (connection.read().isLost || session.state() !== "signed-in") return false;
    const failures = failuresInARow(query, query.state);
    const spread = failures ? 0.8 + Math.random() * 0.4 : 1;
    return Math.min(interval * 2 ** Math.min(failures, 6), 300_000) * spread;
  };

/** How many failures each query had had when it last went well. */
const hadFailed = new WeakMap<object, number>();

function failuresInARow(query: object, state: { status: string; errorUpdateCount: number }) {
  if (state.status !== "error") hadFailed.set(query, state.errorUpdateCount);
  return state.errorUpdateCount - (hadFailed.get(query) ?? 0);
}
