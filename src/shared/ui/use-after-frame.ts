import { startTransition, useEffect, useState } from "react";

/**
 * False until the frame that a part is first drawn in is painted, then true: for what nobody sees in
 * that frame and everybody would wait for.
 */
export function useAfterFrame(isAtOnce: boolean): boolean {
  const [isAfter, setAfter] = useState(isAtOnce);
  useEffect(() => {
    if (isAfter) return;
    // A task after the frame, so that it is painted without waiting for this.
    const frame = requestAnimationFrame(() =>
      setTimeout(() => startTransition(() => setAfter(true))),
    );
    return () => cancelAnimationFrame(frame);
  }, [isAfter]);
  return isAfter;
}
