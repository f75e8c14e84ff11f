import { useSyncExternalStore } from "react";
import { lookAtZone, zoneName } from "@/shared/format/zone";
import { clock } from "./clock";

/** One timer for all the times on a page; it pauses while the page is hidden. */
function ticker(interval: number) {
  let now = clock.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const listeners = new Set<() => void>();

  const look = () => {
    lookAtZone();
    now = clock.now();
  };
  const tick = () => {
    if (document.hidden) return;
    look();
    for (const listener of listeners) listener();
  };

  return {
    read: () => {
      // Nothing keeps it up to date while no time is shown, and the first one is shown at once.
      if (listeners.size === 0 && Math.abs(clock.now() - now) > 1_000) look();
      return now;
    },
    subscribe: (listener: () => void) => {
      if (listeners.size === 0) {
        look();
        timer = setInterval(tick, interval);
        document.addEventListener("visibilitychange", tick);
        window.addEventListener("focus", tick);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        document.removeEventListener("visibilitychange", tick);
        window.removeEventListener("focus", tick);
      };
    },
  };
}

const seconds = ticker(1_000);
const halfMinutes = ticker(30_000);

/**
 * Returns the server's current time in milliseconds, updated every second or every half minute, and when
 * the operator returns to the page. What shows times in the operator's zone uses it, so that it follows a
 * change of the zone.
 */
export function useNow(pace: "second" | "half-minute" = "half-minute") {
  const { subscribe, read } = pace === "second" ? seconds : halfMinutes;
  return useSyncExternalStore(subscribe, read);
}

/** Returns the name of the operator's time zone, such as 'Europe/Belgrade', and follows its changes. */
export function useZone(): string {
  useNow();
  return zoneName();
}
