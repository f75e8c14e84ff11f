import { once } from "./once";

/** The first so many characters as a reader counts them, so that no emoji is cut in half. */
export function preview(text: string, length: number) {
  if (text.length <= length) return text;
  const end = endOfPlain(text, length) ?? endOfSegments(text, length);
  return end < text.length ? `${text.slice(0, end)}...` : text;
}

/**
 * One character as a reader counts them, unless what follows it is not: letters of Europe, their
 * punctuation, and emoji that are not made of several.
 */
const plain =
  /[\t\n\xad]|(?:[\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u0482\u048a-\u058f\u2010-\u2027\u2030-\u205e\u20a0-\u20cf\u2190-\u27bf]|\ud83c[\udf00-\udffa]|[\ud83d\ud83e][\udc00-\udfff])\ufe0f?/y;

/**
 * Where the first so many characters end; undefined where some are not plain. To make a segmenter takes
 * longer than all else that a screen's texts need before they are shown.
 */
function endOfPlain(text: string, length: number): number | undefined {
  plain.lastIndex = 0;
  for (let count = 0; plain.lastIndex < text.length; count++) {
    const end = plain.lastIndex;
    if (!plain.test(text)) return undefined;
    if (count === length) return end;
  }
  return text.length;
}

const segmenter = once(() => new Intl.Segmenter(undefined, { granularity: "grapheme" }));

function endOfSegments(text: string, length: number): number {
  let end = 0;
  let count = 0;
  for (const { segment } of segmenter().segment(text)) {
    if (count++ === length) return end;
    end += segment.length;
  }
  return text.length;
}
