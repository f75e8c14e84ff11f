import { useCallback, useState } from "react";

/** The ends at which an element hides a part of what it holds. */
export type Hidden = "none" | "start" | "end" | "both";

/** Returns a ref, and at which ends its element holds more than its width can show; undefined at first. */
export function useOverflow() {
  const [hidden, setHidden] = useState<Hidden>();
  const ref = useCallback((node: HTMLElement | null) => {
    // Without layout, as in jsdom, there is nothing to observe.
    if (!node || !("ResizeObserver" in window)) return;
    const measure = () => setHidden(hiddenIn(node));
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    for (const child of node.children) observer.observe(child);
    node.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      node.removeEventListener("scroll", measure);
    };
  }, []);
  return [ref, hidden] as const;
}

function hiddenIn({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): Hidden {
  const most = scrollWidth - clientWidth;
  if (most <= 0) return "none";
  // Zoomed in, the last position may be a fraction of a pixel short of the end.
  if (scrollLeft < 1) return "end";
  return scrollLeft > most - 1 ? "start" : "both";
}
