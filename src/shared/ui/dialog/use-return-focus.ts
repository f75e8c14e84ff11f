import { useRef } from "react";

/**
 * Radix hands the focus back to a dialog's trigger only, and ours are opened by state. When what
 * opened it is gone, a deleted row or the dialog before it, the page's main part takes the focus.
 *
 * @param from what had the focus before, where the dialog's field takes it by itself
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
      const target = isThere ? current : document.querySelector("main");
      if (target instanceof HTMLElement) target.focus();
    },
  };
}
