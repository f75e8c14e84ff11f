import { useRef } from "react";
import { focusMain } from "../focus-main";

/**
 * Radix returns the focus only to a dialog's trigger, and ours are opened by state. If the opener
 * is gone, such as a deleted row or an earlier dialog, the page's main part gets the focus.
 *
 * @param from the element that had the focus before, if the dialog's field takes it by itself
 */
export function useReturnFocus(from: Element | null = null) {
  const opener = useRef(from);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const { current } = opener;
      const isThere = current?.isConnected && current !== document.body;
      if (isThere && current instanceof HTMLElement) current.focus();
      else focusMain();
    },
  };
}
