/**
 * Returns the key that a shortcut means, in small letters: the key's own letter where that is Latin, else the
 * letter that is at its place on an English keyboard, such as 'j' for the Cyrillic 'ј' or 'о'.
 */
export function shortcutKey({ key, code }: Pick<KeyboardEvent, "key" | "code">): string {
  const isOtherLetter = /^\p{L}$/u.test(key) && !/^\p{Script=Latin}$/u.test(key);
  const [, place] = /^Key([A-Z])$/.exec(code) ?? [];
  return (isOtherLetter && place ? place : key).toLowerCase();
}
