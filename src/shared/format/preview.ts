import { once } from "./once";

const segmenter = once(() => new Intl.Segmenter(undefined, { granularity: "grapheme" }));

/** Returns the first `length` characters as a reader counts them, so that no emoji is cut in half. */
export function preview(text: string, length: number) {
  if (text.length <= length) return text;
  let end = 0;
  let count = 0;
  for (const { segment } of segmenter().segment(text)) {
    if (count++ === length) return `${text.slice(0, end)}...`;
    end += segment.length;
  }
  return text;
}
