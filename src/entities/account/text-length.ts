import { once } from "@/shared/format/once";

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
export const graphemesOf = (text: string) => [...segmenter().segment(text)].length;

const codePoints = (text: string) => [...text].length;
const utf8Bytes = (text: string) => new TextEncoder().encode(text).length;

const counters: Readonly<Record<TextUnit, (text: string) => number>> = {
  "x-weighted": xWeighted,
  "code points": codePoints,
  graphemes: (text) => rules.graphemes(text),
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

/** A part of a text that is a link; positions in UTF-16 units. */
export type Link = { readonly start: number; readonly end: number };

/** How lengths are found; links and emoji are those of X. */
type Rules = {
  readonly links: (text: string) => readonly Link[];
  readonly emoji: () => RegExp;
  readonly graphemes: (text: string) => number;
};

/** Whole addresses, and domains with one of the endings that people use. */
const usualLinks =
  /https?:\/\/\S*[^\s.,;:!?)]|(?<![\w@.-])(?:[a-z0-9-]+\.)+(?:com|org|net|info|io|co|app|dev|shop|store|rs|eu|me)(?![\w-]|\.\w)(?:\/(?:\S*[^\s.,;:!?)])?)?/giu;

let rules: Rules = {
  links: (text) =>
    [...text.matchAll(usualLinks)].map(({ 0: { length }, index }) => ({
      start: index,
      end: index + length,
    })),
  emoji: usualEmoji,
  graphemes: graphemesOf,
};
const listeners = new Set<() => void>();

/** From now on, these count: `exact-lengths.ts` has 12 kB and is loaded after the first screen. */
export function learnRules(exact: Rules) {
  rules = exact;
  for (const listener of listeners) listener();
}

/** Changes with the rules. */
export const presentRules = (): unknown => rules;

/** Calls a listener when the rules change; returns a function that ends this. */
export function onRules(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The parts of a text that X turns into links, in their order. */
export const linksOnX = (text: string) => rules.links(text);

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
  const parts = text.split(rules.emoji());
  const emojis = parts.length - 1;
  return [...parts.join("")].reduce((sum, character) => {
    const point = character.codePointAt(0) ?? 0;
    return sum + (light.some(([from, to]) => point >= from && point <= to) ? 1 : 2);
  }, emojis * 2);
}
