import { useEffect, useRef } from "react";

/** An action that the current screen offers by name, besides its button. */
type ScreenAction = { readonly label: string; readonly run: () => void };

let offered: readonly ScreenAction[] = [];

/** The actions that are possible on the current screen, by name: panels appear in any order. */
export const screenActions = { read: () => offered };

/**
 * Lists an action of a screen in the command palette too, while the screen is shown and
 * `isPossible`. Only for actions that neither publish nor change anything: in a list that filters
 * as one types, a wrong one is easily chosen.
 */
export function useScreenAction(label: string, run: () => void, isPossible = true) {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (!isPossible) return;
    const action = { label, run: () => latest.current() };
    offered = [...offered, action].sort((one, other) => one.label.localeCompare(other.label));
    return () => {
      offered = offered.filter((other) => other !== action);
    };
  }, [label, isPossible]);
}

/**
 * Returns the key that a shortcut means, in small letters: the key's own letter where that is Latin, else the
 * letter that is at its place on an English keyboard, such as 'j' for the Cyrillic 'ј' or 'о'.
 */
export function shortcutKey({ key, code }: Pick<KeyboardEvent, "key" | "code">): string {
  const isOtherLetter = /^\p{L}$/u.test(key) && !/^\p{Script=Latin}$/u.test(key);
  const [, place] = /^Key([A-Z])$/.exec(code) ?? [];
  return (isOtherLetter && place ? place : key).toLowerCase();
}

/** Returns true if a key pressed there is meant for a text field or a choice. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:input|textarea|select)$/i.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(?:checkbox|radio|button)$/.test(target.type));
