import { useEffect, useState } from "react";

/**
 * The value as of the frame that is painted, `first` before there is one: for what may come a frame
 * later, so that this one need not wait for it. In a tab that nobody sees there are no frames: what
 * begins there begins with the value. Not `useDeferredValue`: with a tab deferred by it React
 * drew for ever when that tab's read failed at once (tests/app/connection.test.tsx).
 */
export function useAfterFrame<Value extends string | boolean>(value: Value, first = value): Value {
  const [shown, show] = useState(document.hidden ? value : first);
  useEffect(() => {
    if (shown === value) return;
    // A task after the frame, so that it is painted without waiting for this.
    let task: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      task = setTimeout(() => show(value));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(task);
    };
  }, [shown, value]);
  return shown;
}
