import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

/** Counts the occasions to retry everything that failed: a new session, a server that is back. */
let retries = 0;
const listeners = new Set<() => void>();

export const retrySignal = {
  announce() {
    retries++;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

export const useRetrySignal = () => useSyncExternalStore(retrySignal.subscribe, () => retries);

/**
 * Retries every failed query, whichever panel shows it and whether or not it is on the screen:
 * queries that failed together mostly failed for one reason.
 */
export function retryFailed(client: QueryClient) {
  // Without this reset a query without data would throw its last error again, without asking the
  // server.
  void client.resetQueries({
    predicate: ({ state }) => state.status === "error" && state.data === undefined,
  });
  void client.invalidateQueries({ predicate: ({ state }) => state.status === "error" });
  retrySignal.announce();
}
