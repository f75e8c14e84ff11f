/** How platforms count text; the limits and their sources: developers' pages of each platform. */
export type TextUnit = "x-weighted" | "code points" | "graphemes" | "UTF-8 bytes" | "UTF-16 units";

/** The length of a text in a platform's own unit. */
export const textLength = (text: string, unit: TextUnit): number => counters[unit](text);

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const graphemes = (text: string) => [...segmenter.segment(text)];

const counters: Readonly<Record<TextUnit, (text: string) => number>> = {
  "x-weighted": xWeighted,
  "code points": (text) => [...text].length,
  graphemes: (text) => graphemes(text).length,
  "UTF-8 bytes": (text) => Buffer.byteLength(text),
  "UTF-16 units": (text) => text.length,
};

const url = /https?:\/\/[^\s]+/gu;
const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

/** The code points that X counts once (configuration v3); every other counts twice. */
const light = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
] as const;

/** An address counts 23 however long it is, and an emoji 2 however many code points make it. */
function xWeighted(text: string): number {
  const links = text.match(url) ?? [];
  return graphemes(text.normalize("NFC").replace(url, "")).reduce(
    (sum, { segment }) => sum + (emoji.test(segment) ? 2 : weightOf(segment)),
    links.length * 23,
  );
}

const weightOf = (segment: string) =>
  [...segment].reduce((sum, character) => {
    const point = character.codePointAt(0) ?? 0;
    return sum + (light.some(([from, to]) => point >= from && point <= to) ? 1 : 2);
  }, 0);
