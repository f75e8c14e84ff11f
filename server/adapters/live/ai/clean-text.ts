import { linksOnX } from "@/entities/account/links-on-x";
import { textLength } from "@/entities/account/text-length";
import type { TextLimit } from "@/entities/account/text-limits";

/**
 * Returns a text without control characters, except line breaks, and without invisible ones: those
 * that turn the direction of writing around, or hide words from a reader. Joined emoji stay whole.
 */
export const cleanText = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replaceAll("\t", " ")
    .replace(/\u200d(?!\p{Extended_Pictographic})/gu, "")
    .replace(/(?!\n|\u200d)[\p{Cc}\p{Cf}]/gu, "")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

/** Returns the same on one line. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, " ");

/** Addresses of every scheme, also those that X makes no links of. */
const addresses = /\b[a-z][a-z0-9+.-]*:\/\/\S/iu;

/** Returns whether a text has a link other than the allowed one. */
export function hasForeignLink(text: string, allowed: string | null): boolean {
  // Nothing but punctuation may follow it: otherwise it is the beginning of another address.
  const rest =
    allowed === null
      ? text
      : text.replace(new RegExp(`${escaped(allowed)}(?=[/.,;:!?)\\]]*(?:\\s|$))`, "g"), "");
  return linksOnX(rest).length > 0 || addresses.test(rest);
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Returns a text without the sentences that have a link other than the allowed one. */
export const withoutForeignLinks = (text: string, allowed: string | null): string =>
  hasForeignLink(text, allowed)
    ? cleanText(
        sentencesOf(text)
          .filter((sentence) => !hasForeignLink(sentence, allowed))
          .join(""),
      )
    : text;

/** Returns the sentences of a text, each with the space after it. No address is cut in two. */
function sentencesOf(text: string): string[] {
  const ends = [...text.matchAll(/[.!?…]+["”“»)]*(?=\s)\s*|\n+/gu)].map(
    ({ 0: { length }, index }) => index + length,
  );
  return [0, ...ends]
    .map((start, number) => text.slice(start, ends[number]))
    .filter((sentence) => sentence !== "");
}

/** Returns whether a text is within all limits. */
export const fits = (text: string, limits: readonly TextLimit[]): boolean =>
  limits.every(
    ({ max, unit, maxBytes = Number.POSITIVE_INFINITY }) =>
      textLength(text, unit) <= max && textLength(text, "UTF-8 bytes") <= maxBytes,
  );

/**
 * Returns the beginning of a text that is within all limits together with the given ending: whole
 * sentences, or whole words if the first sentence is too long already.
 */
export function cutToFit(text: string, ending: string, limits: readonly TextLimit[]): string {
  if (fits(text + ending, limits)) return text;
  const longest = (parts: readonly string[], beginOf: (parts: readonly string[]) => string) => {
    // The longer the beginning, the less it fits, so half of the numbers are left after each look.
    let [most, tooMany] = [0, parts.length];
    while (tooMany - most > 1) {
      const count = Math.floor((most + tooMany) / 2);
      if (fits(beginOf(parts.slice(0, count)) + ending, limits)) most = count;
      else tooMany = count;
    }
    return most === 0 ? "" : beginOf(parts.slice(0, most));
  };
  const sentences = sentencesOf(text);
  return (
    longest(sentences, (begin) => begin.join("").trimEnd()) ||
    longest(
      (sentences[0] ?? "").trimEnd().split(" "),
      (begin) => `${begin.join(" ").replace(/[\s,;:–-]+$/u, "")}…`,
    )
  );
}

/** Returns a line of at most this number of characters: whole words if there are any. */
export function cutLine(line: string, characters: number): string {
  const all = [...line];
  if (all.length <= characters) return line;
  const begin = all.slice(0, characters - 1).join("");
  return `${begin.replace(/\s+\S*$/u, "").trimEnd()}…`;
}
