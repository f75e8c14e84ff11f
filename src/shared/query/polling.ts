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
  ({ state }: Query<any, any, any, any>): number | false => {
    if (connection.read().isLost || session.state() !== "signed-in") return false;
    const failures = state.status === "error" ? Math.max(1, state.errorUpdateCount) : 0;
    const spread = failures ? 0.8 + Math.random() * 0.4 : 1;
    return Math.min(interval * 2 ** Math.min(failures, 6), 300_000) * spread;
  };
