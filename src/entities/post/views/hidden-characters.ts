/** A piece of a post's text: visible text, or one hidden character. */
export type TextRun =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "hidden"; readonly codePoint: string };

/** Scripts in which a joiner between letters is ordinary spelling. */
const joining =
  "\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gujarati}" +
  "\\p{Script=Gurmukhi}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}" +
  "\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}";

/**
 * Invisible characters that are legitimate: parts of an emoji or a flag, and joiners between
 * letters.
 */
const ordinary = [
  "\\u{1F3F4}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{2,6}\\u{E007F}",
  "(?<=\\p{Emoji})[\\uFE0E\\uFE0F]",
  "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})",
  `(?<=[${joining}]\\p{M}*)[\\u200C\\u200D](?=[${joining}])`,
].join("|");

/**
 * Everything else that is invisible: zero-width and bidirectional controls, tags, fillers, control
 * characters. Line breaks and tabs count as visible.
 */
const hidden =
  "(?![\\t\\n\\r])[\\p{Default_Ignorable_Code_Point}\\p{Cc}\\p{Zl}\\p{Zp}\\u{FFF9}-\\u{FFFB}]";

/**
 * European letters, their punctuation, and emoji of one character. Most texts have nothing else,
 * and compiling the large sets above takes longer than reading everything that a screen shows.
 */
const plain =
  /^(?:[\t\n\r\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u058f\u2010-\u2027\u2030-\u205e\u20a0-\u20cf\u2190-\u27bf]|[\ud83c-\ud83e][\udc00-\udfff])*$/;

const either = new RegExp(`(?:${ordinary})|(?<hidden>${hidden})`, "gu");

/** Cuts a text at the characters that would be published without anyone seeing them. */
export function runsOf(text: string): readonly TextRun[] {
  if (plain.test(text)) return text ? [{ kind: "text", text }] : [];
  const runs: TextRun[] = [];
  let from = 0;
  const take = (to: number) => {
    if (to > from) runs.push({ kind: "text", text: text.slice(from, to) });
  };
  // Not matchAll: it would compile its own copy of these large sets for every text.
  either.lastIndex = 0;
  for (let match = either.exec(text); match; match = either.exec(text)) {
    const character = match.groups?.hidden;
    if (character === undefined) continue;
    take(match.index);
    runs.push({ kind: "hidden", codePoint: codePointOf(character) });
    from = match.index + character.length;
  }
  take(text.length);
  return runs;
}

const codePointOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
