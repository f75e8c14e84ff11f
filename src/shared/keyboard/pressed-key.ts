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
