import { type RefObject, useLayoutEffect, useRef } from "react";
import { isTyping } from "@/shared/keyboard/pressed-key";

/** Elements that use ← and → themselves: there the keys are not ours. */
const usesArrows =
  "input, select, textarea, video, audio, [role=radiogroup], [role=tablist], [role=menu], [role=slider], [role=region]";

/**
 * Handles ← and → in the dialog that contains the element, wherever in it the focus is.
 *
 * @param turn called with −1 or 1
 */
export function useNeighbourKeys(within: RefObject<Element | null>, turn: (by: -1 | 1) => void) {
  const latest = useRef(turn);
  latest.current = turn;
  // `useEffect` would run after the paint, and keys pressed before it would be lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, repeat } = event;
      if (key !== "ArrowLeft" && key !== "ArrowRight") return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      // A key held down would request every post on the way.
      if (repeat || event.defaultPrevented) return;
      if (!(target instanceof Element) || isTyping(target) || target.closest(usesArrows)) return;
      // Another dialog may be open over this one.
      if (!within.current?.closest("[role=dialog]")?.contains(target)) return;
      event.preventDefault();
      latest.current(key === "ArrowLeft" ? -1 : 1);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [within]);
}
