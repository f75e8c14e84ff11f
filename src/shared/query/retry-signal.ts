import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

/** Counts how often there was a reason to try all that had failed again: a new session, a server that is back. */
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
 * Reads again all that has failed, whichever panel shows it and whether or not it is on the screen:
 * what failed together mostly failed for one reason.
 */
export function retryFailed(client: QueryClient) {
  // Without data a query would throw the error of its last attempt again, without asking.
  void client.resetQueries({
    predicate: ({ state }) => state.status === "error" && state.data === undefined,
  });
  void client.invalidateQueries({ predicate: ({ state }) => state.status === "error" });
  retrySignal.announce();
}
