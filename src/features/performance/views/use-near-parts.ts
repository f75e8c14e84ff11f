import { type RefObject, useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** The parts that count as near until the observer reports. */
const first: readonly boolean[] = [true, true];

/** jsdom has no IntersectionObserver. */
const canObserve = () => "IntersectionObserver" in globalThis;

/**
 * Tells which bodies of a long table are near. A body becomes near at half a window's distance, and
 * stays near up to two windows. Without an IntersectionObserver, and in print, all are near.
 * @param count number of bodies
 */
export function useNearParts(table: RefObject<HTMLTableElement | null>, count: number) {
  const [near, setNear] = useState(first);
  const isPrinting = usePrinting();
  // biome-ignore lint/correctness/useExhaustiveDependencies: new bodies need new observers
  useEffect(() => {
    const element = table.current;
    if (!element || !canObserve()) return;
    const bodies = [...element.tBodies];
    function watch(margin: string, isNear: boolean) {
      const observer = new IntersectionObserver((entries) => {
        // A report may have several entries for a body that came and went: only the last counts.
        const last = new Map(entries.map((entry) => [entry.target, entry.isIntersecting]));
        setNear((near) => {
          const isMatch = (body: Element) => last.get(body) === isNear;
          const isChange = bodies.some((body, place) => isMatch(body) && !!near[place] !== isNear);
          if (!isChange) return near;
          return bodies.map((body, place) => (isMatch(body) ? isNear : !!near[place]));
        });
      }, marginOf(margin));
      for (const body of bodies) observer.observe(body);
      return observer;
    }
    // A body that far away is no longer laid out, and keeps the height that it had.
    const observers = [watch("50% 0px", true), watch("200% 0px", false)];
    return () => {
      for (const observer of observers) observer.disconnect();
    };
  }, [table, count]);
  return (place: number) => !canObserve() || isPrinting || near[place] === true;
}

/**
 * The table itself scrolls where it is too wide for the page. `scrollMargin` applies to what scrolls,
 * the page included; together with `rootMargin`, the page would get both.
 */
const marginOf = (margin: string): IntersectionObserverInit =>
  "scrollMargin" in IntersectionObserver.prototype
    ? { scrollMargin: margin }
    : { rootMargin: margin };

function usePrinting() {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser prints the page as it is when the `beforeprint` listeners return.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}
