import { type RefObject, useEffect, useRef } from "react";
import type { Id } from "@/shared/api/id";

/**
 * Focuses the row of the post shown last when the dialog closes. The dialog itself restores the
 * focus to the row that was opened, which may be far away.
 *
 * @param within an element in the dialog
 */
export function useFocusAfter(within: RefObject<Element | null>, post: Id) {
  const last = useRef(post);
  last.current = post;
  useEffect(() => {
    const inside = within.current;
    return () => {
      // The dialog has scheduled its own focus for the end of this task; this runs after it.
      setTimeout(() => {
        if (!inside?.isConnected) rowOf(last.current)?.querySelector("button")?.focus();
      });
    };
  }, [within]);
}

/** Returns the post's row, or that of the closed group that it is in. */
function rowOf(post: Id) {
  const id = CSS.escape(String(post));
  return (
    document.querySelector(`tr[data-post="${id}"]`) ??
    document.querySelector(`tr[data-posts~="${id}"]`)
  );
}
