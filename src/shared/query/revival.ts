import { useSyncExternalStore } from "react";

/** Counts how often there was a reason to try all that had failed again: a new session, a server that is back. */
let revivals = 0;
const listeners = new Set<() => void>();

export const revival = {
  announce() {
    revivals++;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

export const useRevivals = () => useSyncExternalStore(revival.subscribe, () => revivals);
