import { type RefObject, useLayoutEffect, useRef } from "react";
import type { Id } from "@/shared/api/id";
import { isTyping, shortcutKey } from "@/shared/keyboard/pressed-key";
import type { Decision } from "./mutations";

type CardKeys = {
  onDecide?: (decision: Decision, card: HTMLElement, event: KeyboardEvent) => void;
  onSelect?: (card: HTMLElement) => void;
  onEdit?: (card: HTMLElement) => void;
  onEnlarge?: (card: HTMLElement) => void;
};

/**
 * The keys j and k go from card to card, from anywhere on the page but a dialog or a text field.
 * The other keys (a, r, e, space, enter) act only on the focused card, so that no key acts on a card
 * out of view. A click on a text edits it.
 */
export function useCardKeys(list: RefObject<HTMLElement | null>, keys: CardKeys) {
  const latest = useRef(keys);
  latest.current = keys;
  // `useEffect` would run after the paint, and keys pressed before it would be lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, repeat } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return;
      if (!(target instanceof Element) || target.closest("[role$=dialog], [role=menu]")) return;
      const card = target.closest<HTMLElement>("[data-post]");
      const mine = card && list.current?.contains(card) ? card : undefined;
      const key = shortcutKey(event);
      switch (key) {
        case "j":
        case "k":
          if (step(list.current, mine, key === "j" ? 1 : -1)) event.preventDefault();
          return;
        case "a":
        case "r":
          // A key held down would decide on the whole queue.
          if (mine && !repeat) {
            event.preventDefault();
            latest.current.onDecide?.(key === "a" ? "approve" : "reject", mine, event);
          }
          return;
        case "e":
          if (mine && !repeat) {
            // Otherwise the letter would be typed into the field that gets the focus.
            event.preventDefault();
            latest.current.onEdit?.(mine);
          }
          return;
        case "enter":
          // On a control in the card, the key belongs to that control.
          if (mine && target === mine && !repeat) latest.current.onEnlarge?.(mine);
          return;
        case " ":
          // On a button or checkbox in the card, the space key belongs to that control.
          if (mine && target === mine && !repeat) {
            event.preventDefault();
            latest.current.onSelect?.(mine);
          }
      }
    };
    const onClick = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || target.closest("button, a")) return;
      const card = target.closest("[data-edits]")?.closest<HTMLElement>("[data-post]");
      // The click that ends a selection with the mouse is not meant to edit.
      if (!card || !list.current?.contains(card) || getSelection()?.isCollapsed === false) return;
      latest.current.onEdit?.(card);
    };
    window.addEventListener("keydown", onKey);
    window.addEventListener("click", onClick);
    return () => {
      window.removeEventListener("keydown", onKey);
      window.removeEventListener("click", onClick);
    };
  }, [list]);
}

/** Returns false if there is no card to go to. From outside the list, goes to the first card. */
function step(list: HTMLElement | null, from: HTMLElement | undefined, by: 1 | -1): boolean {
  const cards = [...(list?.querySelectorAll<HTMLElement>("[data-post]") ?? [])];
  const next = from ? cards[cards.indexOf(from) + by] : cards[0];
  if (!next) return false;
  next.focus();
  next.scrollIntoView({ block: "nearest" });
  return true;
}

/** Ignores key repeat: a key held down would decide on the whole queue. */
export function ignoreRepeats(event: Pick<KeyboardEvent, "repeat" | "preventDefault">) {
  if (event.repeat) event.preventDefault();
}

/**
 * Focuses the next card, or the same button on it, so that keyboard users can go on. After the last
 * card, focuses the one before.
 */
export function focusNeighbour(element: HTMLElement) {
  const card = element.closest<HTMLElement>("[data-post]");
  const next = card?.nextElementSibling ?? card?.previousElementSibling;
  const same =
    element === card
      ? next instanceof HTMLElement && next
      : // A card that is being edited has no such button.
        (next?.querySelector<HTMLElement>(`[data-decision="${element.dataset.decision}"]`) ??
        (next instanceof HTMLElement && next));
  (same || element.closest<HTMLElement>("main"))?.focus({ preventScroll: !same });
}

/** The time that the card of a post may take to come back, in ms. */
const longestWaitForCard = 5000;

/**
 * Returns a function that focuses the card of a post when the card is shown again, unless the operator
 * has moved the focus since the press outside the list that brings the post back.
 */
export function focusCardWhenShown(id: Id): () => void {
  let hasMovedOn = false;
  const moveOn = () => {
    hasMovedOn = true;
  };
  const ended = new AbortController();
  // Once the toast has closed and has returned the focus.
  setTimeout(() => window.addEventListener("focusin", moveOn, { signal: ended.signal }));

  function focusShown(): boolean {
    const card = document.querySelector<HTMLElement>(`li[data-post="${CSS.escape(String(id))}"]`);
    if (card && !hasMovedOn) card.focus();
    return card !== null || hasMovedOn;
  }

  return () => {
    if (focusShown()) return ended.abort();
    const changes = new MutationObserver(() => focusShown() && ended.abort());
    ended.signal.addEventListener("abort", () => changes.disconnect());
    changes.observe(document.body, { childList: true, subtree: true });
    setTimeout(() => ended.abort(), longestWaitForCard);
  };
}
