/**
 * Text as it is looked for: without case and diacritics. Đ has no parts to take one from, and is
 * written d as well as dj; all three find each other.
 */
export function searchable(text: string): string {
  const small = text.toLowerCase();
  return (isPlain.test(small) ? small : small.normalize("NFD").replace(/\p{M}/gu, ""))
    .replaceAll("đ", "d")
    .replaceAll("dj", "d");
}

/** All of ASCII, which most addresses are. */
const isPlain = /^[\0-\x7f]*$/;

/** What is looked for, word by word; each has to be found somewhere in a searchable text. */
export const searchedWords = (query: string): readonly string[] =>
  searchable(query)
    .split(/\s+/)
    .filter((word) => word !== "");

/** Whether every word that is looked for stands somewhere in the text. */
export function matches(text: string, query: string): boolean {
  const within = searchable(text);
  return searchedWords(query).every((word) => within.includes(word));
}
