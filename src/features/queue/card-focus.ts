import type { Id } from "@/shared/api/id";

/** How long the card of a post may take to come back, in ms. */
const patience = 5000;

/**
 * Called with a press outside the list, before the post is back. The returned function gives the
 * focus to its card when the card is shown again, unless the operator has moved it meanwhile.
 */
export function cardFocus(id: Id): () => void {
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
    setTimeout(() => ended.abort(), patience);
  };
}
