import { useCallback, useState } from "react";

/** Measures the inside of the element that has the ref, in px; undefined until it is laid out. */
export function useSize() {
  const [size, setSize] = useState<{ readonly width: number; readonly height: number }>();
  const ref = useCallback((node: HTMLElement | null) => {
    if (!node) return;
    const observer = new ResizeObserver(() =>
      setSize({ width: node.clientWidth, height: node.clientHeight }),
    );
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return [ref, size] as const;
}
