import { type FocusEvent, type RefObject, useEffect, useRef } from "react";
import { type Id, sameId } from "@/shared/api/id";
import { focusMain } from "@/shared/ui/focus-main";

/**
 * Moves the focus to the next card when the focused card leaves the list, so that keyboard users
 * can go on from there.
 *
 * @param isAsking true while a dialog has the focus
 */
export function useFocusOnNext(
  list: RefObject<HTMLElement | null>,
  items: readonly { id: Id }[],
  isAsking: boolean,
) {
  const last = useRef<{ id: string; index: number }>(undefined);

  useEffect(() => {
    const left = last.current;
    if (!left || isAsking || items.some(({ id }) => sameId(id, left.id))) return;
    last.current = undefined;
    // A dialog that has just closed returns the focus at the end of this task. This must run later.
    setTimeout(() => setTimeout(() => focusCard(list.current, left.index)));
  }, [items, isAsking, list]);

  return ({ target }: FocusEvent<HTMLElement>) => {
    const id = target.closest<HTMLElement>("[data-item]")?.dataset.item;
    if (id) last.current = { id, index: items.findIndex((item) => sameId(item.id, id)) };
  };
}

/** Does nothing if the user has moved the focus elsewhere meanwhile. */
function focusCard(list: HTMLElement | null, index: number) {
  const { activeElement } = document;
  if (activeElement && !activeElement.matches("body, main")) return;
  const cards = [...(list?.children ?? [])];
  const card = cards[Math.min(index, cards.length - 1)];
  const next = card?.querySelector<HTMLElement>('[aria-haspopup="menu"]');
  if (next) next.focus();
  else if (list) focusMain();
}
