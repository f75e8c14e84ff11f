import { once } from "@/shared/format/once";

/** The units in which platforms count text. */
export type TextUnit = "x-weighted" | "code points" | "graphemes" | "UTF-8 bytes" | "UTF-16 units";

/** The length of a text in a platform's own unit. */
export const textLength = (text: string, unit: TextUnit): number => counters[unit](text);

const segmenter = once(() => new Intl.Segmenter("en", { granularity: "grapheme" }));
const graphemes = (text: string) => [...segmenter().segment(text)];

const counters: Readonly<Record<TextUnit, (text: string) => number>> = {
  "x-weighted": xWeighted,
  "code points": (text) => [...text].length,
  graphemes: (text) => graphemes(text).length,
  "UTF-8 bytes": (text) => new TextEncoder().encode(text).length,
  "UTF-16 units": (text) => text.length,
};

/**
 * The parts of a text that X turns into links: a whole address, or a domain with one of the endings
 * that people use.
 */
const link =
  /https?:\/\/[^\s]+|(?<![\w@.-])(?:[a-z0-9-]+\.)+(?:com|org|net|info|io|co|app|dev|shop|store|rs|eu|me)(?![\w.-])(?:\/[^\s]*)?/giu;
const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
const weightOfLink = 23;

/**
 * The code points that X counts once; every other counts twice. Configuration v3 of its text
 * parser: https://docs.x.com/fundamentals/counting-characters
 */
const light = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
] as const;

/** A link counts 23, however long it is, and an emoji 2, however many code points it has. */
function xWeighted(text: string): number {
  const composed = text.normalize("NFC");
  const links = composed.match(link)?.length ?? 0;
  return graphemes(composed.replace(link, "")).reduce(
    (sum, { segment }) => sum + (emoji.test(segment) ? 2 : weightOf(segment)),
    links * weightOfLink,
  );
}

const weightOf = (segment: string) =>
  [...segment].reduce((sum, character) => {
    const point = character.codePointAt(0) ?? 0;
    return sum + (light.some(([from, to]) => point >= from && point <= to) ? 1 : 2);
  }, 0);
