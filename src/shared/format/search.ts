/**
 * Normalizes a text for searching: without case and diacritics, Cyrillic letters as Latin ones. Đ cannot
 * be decomposed, and people write it as d or as dj; all three match each other.
 */
export function searchable(text: string): string {
  const small = text.toLowerCase();
  return (isPlain.test(small) ? small : inPlainLetters(small))
    .replaceAll("đ", "d")
    .replaceAll("dj", "d");
}

const inPlainLetters = (text: string) =>
  text
    .replace(/\p{Script=Cyrillic}/gu, (letter) => latin[letter] ?? letter)
    .normalize("NFD")
    .replace(/\p{M}/gu, "");

/** The Cyrillic letters of Serbian and Macedonian in the Latin alphabet, as both are used for one language. */
const latin: Readonly<Record<string, string>> = Object.fromEntries(
  "аa бb вv гg дd ђđ еe жž зz иi јj кk лl љlj мm нn њnj оo пp рr сs тt ћć уu фf хh цc чč џdž шš ѓg ѕdz ќk йj"
    .split(" ")
    .map((pair) => [pair.charAt(0), pair.slice(1)]),
);

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
