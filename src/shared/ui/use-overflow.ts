import { useCallback, useState } from "react";

/** Whether what the ref is put on holds more than it can show in its width. */
export function useOverflow() {
  const [overflows, setOverflows] = useState(false);
  const ref = useCallback((node: HTMLElement | null) => {
    // Where nothing is laid out, as in jsdom, there is nothing to observe either.
    if (!node || !("ResizeObserver" in window)) return;
    const observer = new ResizeObserver(() => setOverflows(node.scrollWidth > node.clientWidth));
    observer.observe(node);
    for (const child of node.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return [ref, overflows] as const;
}
