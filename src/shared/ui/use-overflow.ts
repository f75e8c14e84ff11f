import { useCallback, useState } from "react";

/** Returns a ref, and whether its element holds more than its width can show. */
export function useOverflow() {
  const [overflows, setOverflows] = useState(false);
  const ref = useCallback((node: HTMLElement | null) => {
    // Without layout, as in jsdom, there is nothing to observe.
    if (!node || !("ResizeObserver" in window)) return;
    const observer = new ResizeObserver(() => setOverflows(node.scrollWidth > node.clientWidth));
    observer.observe(node);
    for (const child of node.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return [ref, overflows] as const;
}
