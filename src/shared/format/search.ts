/** A text as a search sees it: no capitals, no accents, 'đ' as 'd'. */
export const searchable = (text: string) =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("đ", "d");

/** Whether every word of a search stands somewhere in the text. */
export function matches(text: string, search: string): boolean {
  const within = searchable(text);
  return searchable(search)
    .split(/\s+/)
    .every((word) => within.includes(word));
}
