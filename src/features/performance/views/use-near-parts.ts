import { type RefObject, useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** The parts that are taken for near before the browser has told. */
const first: readonly boolean[] = [true, true];

/** jsdom has no IntersectionObserver. */
const canObserve = () => "IntersectionObserver" in globalThis;

/**
 * Tells which bodies of a long table are near: less than half a window away, or still less than two
 * windows after they were. Without an IntersectionObserver, and in print, all are near.
 * @param count number of bodies
 */
export function useNearParts(table: RefObject<HTMLTableElement | null>, count: number) {
  const [near, setNear] = useState(first);
  const isOnPaper = usePrinting();
  // biome-ignore lint/correctness/useExhaustiveDependencies: new bodies need new observers
  useEffect(() => {
    const element = table.current;
    if (!element || !canObserve()) return;
    const bodies = [...element.tBodies];
    function watch(rootMargin: string, isNear: boolean) {
      const observer = new IntersectionObserver(
        (entries) => {
          // A body may come and go before the browser has a moment to tell: only the last counts.
          const last = new Map(entries.map((entry) => [entry.target, entry.isIntersecting]));
          setNear((near) => {
            const isSaidOf = (body: Element) => last.get(body) === isNear;
            const isNews = bodies.some((body, place) => isSaidOf(body) && !!near[place] !== isNear);
            if (!isNews) return near;
            return bodies.map((body, place) => (isSaidOf(body) ? isNear : !!near[place]));
          });
        },
        { rootMargin },
      );
      for (const body of bodies) observer.observe(body);
      return observer;
    }
    // What is left is no longer laid out by then, and keeps the height that it had.
    const observers = [watch("50% 0px", true), watch("200% 0px", false)];
    return () => {
      for (const observer of observers) observer.disconnect();
    };
  }, [table, count]);
  return (place: number) => !canObserve() || isOnPaper || near[place] === true;
}

function usePrinting() {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser goes on with what the page is when it has told.
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
