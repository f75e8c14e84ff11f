/**
 * Normalizes a text for searching: without case and diacritics. Đ cannot be decomposed, and people
 * write it as d or as dj; all three match each other.
 */
export function searchable(text: string): string {
  const small = text.toLowerCase();
  return (isPlain.test(small) ? small : small.normalize("NFD").replace(/\p{M}/gu, ""))
    .replaceAll("đ", "d")
    .replaceAll("dj", "d");
}

/** Only ASCII, as most addresses are. */
const isPlain = /^[\0-\x7f]*$/;

/** Splits a query into words. Each has to occur somewhere in a searchable text. */
export const searchedWords = (query: string): readonly string[] =>
  searchable(query)
    .split(/\s+/)
    .filter((word) => word !== "");

/** Returns true if every word of the query occurs somewhere in the text. */
export function matches(text: string, query: string): boolean {
  const within = searchable(text);
  return searchedWords(query).every((word) => within.includes(word));
}
