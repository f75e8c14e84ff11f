import tlds from "tlds";
import { once } from "@/shared/format/once";
import type { Place, TextParts } from "./text-parts";

const link = /(?<=^|\s|\()(?:https?:\/\/\S+|(?<domain>[a-z][a-z0-9]*(?:\.[a-z0-9]+)+)\S*)/gi;
const name = /(?<=^|\s|\()@(?<handle>[a-z0-9.-]+)\b/gi;
const cashtag = /(?<=^|\s|\()\$[a-z][a-z0-9]{0,4}(?=\s|$|[.,;:!?)"'\u2019])/gi;
/** A hashtag ends at white space or at a character without a width, and needs more than digits and punctuation. */
const hashtag = once(() => {
  const end = "\\s\\u00ad\\u2060\\u200a-\\u200d\\u20e2";
  return new RegExp(`(?<=^|\\s)[#＃](?!\\ufe0f)[^${end}]*[^${end}\\d\\p{P}][^${end}]*`, "gu");
});
/** In UTF-16 units, without its #. */
const longestTag = 64;

/**
 * The links, hashtags and names of a text on Bluesky, by the rules of @atproto/api 0.19
 * (`RichText.detectFacets`), with which posts are sent. Each begins the text, or stands after white space
 * or, all but hashtags, after `(`. Whether somebody has the name is not known here. Parts may overlap.
 */
export const partsOnBluesky = (text: string): TextParts => ({
  links: [...text.matchAll(link)]
    // Anything that begins with 'http' in small letters is a link.
    .filter(([url, domain = ""]) => url.startsWith("http") || isDomain(domain))
    .map(({ 0: url, index }) => placeOf(withoutPunctuation(url), index)),
  hashtags: [
    ...[...text.matchAll(hashtag())]
      .map(({ 0: tag, index }) => placeOf(tag.replace(/\p{P}+$/u, ""), index))
      .filter(({ start, end }) => end - start <= longestTag + 1),
    ...[...text.matchAll(cashtag)].map(({ 0: tag, index }) => placeOf(tag, index)),
  ],
  names: [...text.matchAll(name)]
    // The network's test servers have names that end with '.test'.
    .filter(([, handle = ""]) => isDomain(handle) || handle.endsWith(".test"))
    .map(({ 0: found, index }) => placeOf(found, index)),
});

const placeOf = (found: string, start: number): Place => ({ start, end: start + found.length });

const endings = once(() => new Set(tlds));

/** Only endings in small letters are known. */
const isDomain = (text: string) =>
  text.includes(".") && endings().has(text.slice(text.lastIndexOf(".") + 1));

/** One sign at the end, and a parenthesis that was opened before the link. */
function withoutPunctuation(url: string): string {
  const cut = url.replace(/[.,;:!?]$/, "");
  return cut.includes("(") ? cut : cut.replace(/\)$/, "");
}
