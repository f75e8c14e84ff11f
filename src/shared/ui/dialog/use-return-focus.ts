import { useRef } from "react";
import { focusMain } from "../focus-main";

/**
 * Radix returns the focus only to a dialog's trigger, and ours are opened by state. If the opener
 * is gone, the list item that it was in gets the focus; without one, the page's main part.
 *
 * @param from the element that had the focus before, if the dialog's field takes it by itself
 */
export function useReturnFocus(from: Element | null = null) {
  const opener = useRef([from]);
  return {
    onOpenAutoFocus: () => {
      const { activeElement } = document;
      opener.current = [activeElement, activeElement?.closest("li[tabindex]") ?? null];
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const place = opener.current.find((one) => one?.isConnected && one !== document.body);
      if (place instanceof HTMLElement) place.focus();
      else focusMain();
    },
  };
}
