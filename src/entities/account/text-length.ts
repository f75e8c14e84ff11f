import { once } from "@/shared/format/once";
import { linksOnX } from "./links-on-x";

/** The units in which platforms count text. */
export type TextUnit =
  | "x-weighted"
  | "code points"
  | "graphemes"
  | "UTF-8 bytes"
  | "UTF-16 units"
  /** Code points, and the UTF-8 bytes of an emoji. */
  | "emoji as bytes";

/** The length of a text in a platform's own unit. */
export const textLength = (text: string, unit: TextUnit): number => counters[unit](text);

const segmenter = once(() => new Intl.Segmenter("en", { granularity: "grapheme" }));
const graphemesOf = (text: string) => [...segmenter().segment(text)].length;

const codePoints = (text: string) => [...text].length;
const utf8Bytes = (text: string) => new TextEncoder().encode(text).length;

const counters: Readonly<Record<TextUnit, (text: string) => number>> = {
  "x-weighted": xWeighted,
  "code points": codePoints,
  graphemes: countGraphemes,
  "UTF-8 bytes": utf8Bytes,
  "UTF-16 units": (text) => text.length,
  "emoji as bytes": (text) => {
    const emoji = usualEmoji();
    return codePoints(text.replace(emoji, "")) + utf8Bytes((text.match(emoji) ?? []).join(""));
  },
};

/** TypeScript knows this flag of a literal only for newer targets. */
const inSets = "gv";
const usualEmoji = once(() => new RegExp("\\p{RGI_Emoji}", inSets));
const weightOfLink = 23;

/**
 * What X counts as one emoji. The listed characters are emoji without a variation selector; Apple's
 * keyboards add one.
 */
const emojiOnX = once(
  () =>
    new RegExp(
      "[#*0-9]\\u20e3|[\\u231a\\u231b\\u25fd\\u25fe\\u2614\\u2615\\u2648-\\u2653\\u267f\\u2693\\u26a1\\u26aa\\u26ab\\u26bd\\u26be" +
        "\\u26c4\\u26c5\\u26d4\\u26ea\\u26f2\\u26f3\\u26f5\\u26fa\\u26fd\\u2757\\u2b1b\\u2b1c\\u2b50\\u2b55\\u{1f004}\\u{1f21a}" +
        "\\u{1f22f}]\\ufe0f|\\p{RGI_Emoji}",
      inSets,
    ),
);

/** Between two of these characters one grapheme always ends and the next one begins. */
const plain =
  "[\\n\\x20-\\x7e\\xc0-\\u024f\\u0400-\\u0481\\u3041-\\u3096\\u30a1-\\u30fa\\u4e00-\\u9fff]";
const boundary = once(() => new RegExp(`(?<=${plain})(?=${plain})`));

/** The segmenter takes quadratic time: a text of 40,000 letters as a whole would take seconds. */
function countGraphemes(text: string): number {
  return text
    .split(boundary())
    .reduce((sum, part) => sum + (part.length > 1 ? graphemesOf(part) : part.length), 0);
}

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
  const links = linksOnX(composed);
  const starts = [0, ...links.map(({ end }) => end)];
  const ends = [...links.map(({ start }) => start), composed.length];
  return starts.reduce(
    (sum, start, index) => sum + weightOf(composed.slice(start, ends[index])),
    links.length * weightOfLink,
  );
}

function weightOf(text: string): number {
  const parts = text.split(emojiOnX());
  const emojis = parts.length - 1;
  return [...parts.join("")].reduce((sum, character) => {
    const point = character.codePointAt(0) ?? 0;
    return sum + (light.some(([from, to]) => point >= from && point <= to) ? 1 : 2);
  }, emojis * 2);
}
