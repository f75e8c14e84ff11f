import { once } from "@/shared/format/once";
import { charactersOnX, linksOnX } from "./links-on-x";
import { type Place, type TextParts, withoutOverlaps } from "./text-parts";

/**
 * The links, hashtags, cashtags and names of a text on X, by the rules of its text parser twitter-text 3
 * (`extractEntitiesWithIndices`). None overlaps another. A letter or digit that is newer than its table
 * of 2018 counts as one.
 */
export function partsOnX(text: string): TextParts {
  const { hashtag, cashtag, name, notAfterHashtag, notAfterName } = patterns();
  const parts = withoutOverlaps([
    ...linksOnX(text).map((link) => ({ ...link, kind: "link" })),
    ...placesOf(text, name, notAfterName).map((place) => ({ ...place, kind: "name" })),
    ...placesOf(text, hashtag, notAfterHashtag).map((place) => ({ ...place, kind: "hashtag" })),
    ...placesOf(text, cashtag).map((place) => ({ ...place, kind: "hashtag" })),
  ]);
  const of = (kind: string) => parts.filter((part) => part.kind === kind);
  return { links: of("link"), hashtags: of("hashtag"), names: of("name") };
}

/** The places of the first group of a pattern, without those before something that follows none. */
const placesOf = (text: string, pattern: RegExp, notAfter?: RegExp): readonly Place[] =>
  [...text.matchAll(pattern)]
    .map(({ 0: found, 1: part = "", index }) => {
      const end = index + found.length;
      return { start: end - part.length, end };
    })
    .filter(({ end }) => !notAfter?.test(text.slice(end, end + 3)));

const patterns = once(() => {
  const { spaces, punctuation, latin } = charactersOnX;
  const letter = "\\p{L}\\p{M}";
  // Characters that some languages write within a word.
  const within =
    "\\p{Nd}_\\u200c\\u200d\\ua67e\\u05be\\u05f3\\u05f4\\uff5e\\u301c\\u309b\\u309c\\u30a0\\u30fb\\u3003\\u0f0b\\u0f0c\\xb7";
  const inHashtag = `[${letter}${within}]`;
  const loneSurrogate = "\\ud800-\\udfff";
  return {
    hashtag: new RegExp(
      `(?:^|[\\ufe0e\\ufe0f]|[^${letter}${within}&${loneSurrogate}])` +
        `([#＃](?!\\ufe0f|\\u20e3)${inHashtag}*[${letter}]${inHashtag}*)`,
      "gu",
    ),
    notAfterHashtag: /^(?:[#＃]|:\/\/)/,
    cashtag: new RegExp(
      `(?:^|[${spaces}])(\\$[a-z]{1,6}(?:[._][a-z]{1,2})?)(?=$|\\s|[${punctuation}])`,
      "gi",
    ),
    // The name of a user, or of a list: `@name/list`.
    name: /(?:^|[^\w!#$%&*@＠]|(?:^|[^a-zA-Z0-9_+~.-])[rR][tT]:?)([@＠]\w{1,20}(?:\/[a-zA-Z][\w-]{0,24})?)/g,
    notAfterName: new RegExp(`^(?:[@＠]|[${latin}]|://)`),
  };
});
