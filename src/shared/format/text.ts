import { once } from "./once";

const segmenter = once(() => new Intl.Segmenter(undefined, { granularity: "grapheme" }));

/** Text in which each UTF-16 unit is one character to a reader: no surrogates, marks or line ends of two. */
const isSimple = (text: string) => /^[\n\x20-\u02ff]*$/.test(text);

/** Returns the first `length` characters as a reader counts them, so that no emoji is cut in half. */
export function preview(text: string, length: number) {
  if (text.length <= length) return text;
  // Making the first segmenter of a page takes 20 ms, and 80 ms on a phone.
  if (isSimple(text.slice(0, length + 1))) return `${text.slice(0, length)}...`;
  let end = 0;
  let count = 0;
  for (const { segment } of segmenter().segment(text)) {
    if (count++ === length) return `${text.slice(0, end)}...`;
    end += segment.length;
  }
  return text;
}

/**
 * Joins sentences. A text of the server and a title may come without a full stop. Undefined if there is
 * none.
 */
export function sentences(...parts: readonly (string | false | undefined)[]): string | undefined {
  const said = parts.filter((part) => typeof part === "string" && part !== "");
  if (said.length === 0) return undefined;
  return said
    .map((part, index) =>
      index === said.length - 1 || /[.!?…:;]["'”’)\]]*$/.test(String(part)) ? part : `${part}.`,
    )
    .join(" ");
}

const list = once(() => new Intl.ListFormat("en"));

/** 'Ana, Bea, and Vera' */
export const listed = (names: readonly string[]) => list().format(names);
