import { type RefObject, useEffect, useRef } from "react";
import type { Id } from "@/shared/api/id";

/**
 * Where the neighbours led, the focus stays when the dialog closes: on the row of the post shown
 * last. The dialog itself gives it back to the row that was opened, which may be far from there.
 *
 * @param within something in the dialog
 */
export function useFocusAfter(within: RefObject<Element | null>, post: Id) {
  const last = useRef(post);
  last.current = post;
  useEffect(() => {
    const inside = within.current;
    return () => {
      // The dialog's own turn, at the end of this task, was asked for before: ours comes after it.
      setTimeout(() => {
        if (!inside?.isConnected) rowOf(last.current)?.querySelector("button")?.focus();
      });
    };
  }, [within]);
}

const rowOf = (post: Id) => document.querySelector(`tr[data-post="${CSS.escape(String(post))}"]`);
