import { type FocusEvent, type RefObject, useEffect, useRef } from "react";
import { type Id, sameId } from "@/shared/api/id";

/**
 * Who works through the cards by keyboard goes on with the next one when theirs leaves the list.
 *
 * @param isAsking while a dialog has the focus
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
    // A dialog that has just closed gives the focus back at the end of this task: ours comes after.
    setTimeout(() => setTimeout(() => focusCard(list.current, left.index)));
  }, [items, isAsking, list]);

  return ({ target }: FocusEvent<HTMLElement>) => {
    const id = target.closest<HTMLElement>("[data-item]")?.dataset.item;
    if (id) last.current = { id, index: items.findIndex((item) => sameId(item.id, id)) };
  };
}

/** Nothing where the focus has gone elsewhere meanwhile. */
function focusCard(list: HTMLElement | null, index: number) {
  const { activeElement } = document;
  if (activeElement && !activeElement.matches("body, main")) return;
  const cards = [...(list?.children ?? [])];
  const card = cards[Math.min(index, cards.length - 1)];
  (card?.querySelector<HTMLElement>("[aria-haspopup]") ?? list?.closest("main"))?.focus();
}
