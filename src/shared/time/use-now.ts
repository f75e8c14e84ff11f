import { useSyncExternalStore } from "react";
import { clock } from "./clock";

/** One timer for all the times on a page; it pauses while the page is hidden. */
function ticker(interval: number) {
  let now = clock.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const listeners = new Set<() => void>();

  const tick = () => {
    if (document.hidden) return;
    now = clock.now();
    for (const listener of listeners) listener();
  };

  return {
    read: () => {
      // Nothing keeps it up to date while no time is shown, and the first one is shown at once.
      if (listeners.size === 0 && Math.abs(clock.now() - now) > 1_000) now = clock.now();
      return now;
    },
    subscribe: (listener: () => void) => {
      if (listeners.size === 0) {
        now = clock.now();
        timer = setInterval(tick, interval);
        document.addEventListener("visibilitychange", tick);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        document.removeEventListener("visibilitychange", tick);
      };
    },
  };
}

const seconds = ticker(1_000);
const halfMinutes = ticker(30_000);

/** Returns the server's current time in milliseconds, updated every second or every half minute. */
export function useNow(pace: "second" | "half-minute" = "half-minute") {
  const { subscribe, read } = pace === "second" ? seconds : halfMinutes;
  return useSyncExternalStore(subscribe, read);
}
