import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { createListeners } from "@/shared/store/listeners";

/** Counts the occasions to retry everything that failed: a new session, a server that is back. */
let retries = 0;
const listeners = createListeners();

export const retrySignal = {
  announce() {
    retries++;
    listeners.announce();
  },
  subscribe: listeners.subscribe,
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
