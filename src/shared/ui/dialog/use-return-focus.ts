import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from "react";
import { focusMain } from "../focus/focus";

/** The elements that may get the focus when a dialog closes, the best first. */
type Places = (Element | null | undefined)[];

/** The places of the open dialogs, in the order in which these have opened. */
const openDialogs = new Set<RefObject<Places>>();

/**
 * Radix returns the focus only to a dialog's trigger, and ours are opened by state. If the opener
 * is gone, the list item that it was in gets the focus, or else its neighbour; without one, the
 * page's main part. An element in the page that the dialog has opened keeps the focus, if it has
 * taken it already. Whatever gets the focus in the dialog meanwhile is scrolled into view.
 *
 * @param from the element that had the focus before, if the dialog's field takes it by itself
 */
export function useReturnFocus(from: Element | null = null) {
  const places = useRef<Places>([from]);
  useLayoutEffect(() => {
    // Radix does not call onOpenAutoFocus if a field has taken the focus by itself.
    if (from) openDialogs.add(places);
  }, [from]);
  return {
    onFocus: showFocused,
    onOpenAutoFocus: () => {
      places.current = placesOf(document.activeElement);
      openDialogs.add(places);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const opened = [...openDialogs];
      const next = opened[opened.indexOf(places) + 1];
      openDialogs.delete(places);
      // Opened from this dialog, whose controls are gone: it would return the focus to nothing.
      if (next) return void next.current.push(...places.current);
      // The main part itself has it if a question over this dialog found nothing better.
      if (document.activeElement?.parentElement?.closest("main")) return;
      const place = places.current.find((one) => one?.isConnected && one !== document.body);
      if (place instanceof HTMLElement) place.focus();
      else focusMain();
    },
  };
}

/**
 * Radix focuses without scrolling when a question opens, and when Tab goes on at the other end of the dialog:
 * in a low window the control would be out of sight. A pressed one must not move under the pointer. While
 * the dialog slides in, the control is not yet where it will be.
 */
async function showFocused({ target, currentTarget }: FocusEvent) {
  // React tells a dialog also of the focus in a dialog over it.
  if (!currentTarget.contains(target) || !target.matches(":focus-visible")) return;
  const movements = currentTarget.getAnimations?.() ?? [];
  await Promise.allSettled(movements.map(({ finished }) => finished));
  if (document.activeElement === target) target.scrollIntoView?.({ block: "nearest" });
}

function placesOf(opener: Element | null): Places {
  const row = opener?.closest("li[tabindex]") ?? opener?.closest("li, tr");
  const rows = [row, row?.nextElementSibling, row?.previousElementSibling];
  return [opener, ...rows.map((one) => (one?.matches("[tabindex]") ? one : mainButtonOf(one)))];
}

/** The menu of what can be done with the item; its first button may only enlarge an image. */
const mainButtonOf = (row: Element | null | undefined) =>
  row?.querySelector('[aria-haspopup="menu"]') ?? row?.querySelector("button");
