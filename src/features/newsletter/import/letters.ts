/**
 * Letters, and patterns of what stands before and after them in names. `^` and `$` are the edges of a
 * word.
 */
type Place = readonly [letters: string, before: string, after: string];

const vowel = "[aeiouyáéíóúýàèìòùâêîôûäëïöüãőűąęăěůø]";
const consonant = "[bcdfghjklmnpqrstvwxz]";
const cyrillic = "[\\u0400-\\u04ff]";
const never = "(?!)";

/** Names of Central Europe. */
const centralEuropean: readonly Place[] = [
  ["č", `^|${vowel}|[jlnrv]`, `${vowel}|k|ma|(?<=(${vowel}|[nr]).)$|(?<=^.)([lmrt]|v[aio])`],
  ["ć", `^|${vowel}|ś`, `${vowel}|k|$|(?<=^.)[mw]`],
  // Not as in the Icelandic Heiða, Aðalsteinn, Viðar, Garðar, Hörður and Sigurður.
  ["đ", "^|[bcčdfghjklmnprsštvzž][aeiou]|[lnž]|(?<![aáéíóúýö])r", "(?!(?<=i.)ar)[aeio]|(?<=^.)u"],
  // Not as in the Norwegian Øyvind, Øivind, Bø, Bøe and Høegh.
  [
    "ř",
    `^|${vowel}|[bdhkmptvž]`,
    `[aáéíoóuúěů]|e(?!g|$)|i(?!(?<=^.i)[sv])|(?<=${vowel}.)([ckn]|$)`,
  ],
  ["ň", vowel, "[aáeěikouč]|$"],
  ["ń", "[aeioóuyąę]", "[bcdghjkmpstwzćčśż]|$"],
  ["ě", "[bdfmnptv]", "\\p{L}"],
  ["ů", consonant, `${consonant}|[čřšž]|(?<=[bčhklmnrš].)$`],
  ["ď", `^|${vowel}`, "[aáčěikouú]|$"],
  ["őű", `(?<!${vowel})|y`, "(?!e)"],
  ["ă", `(?<!${vowel})`, "(?![eo])"],
  ["ţ", `^|${vowel}|[clnr]`, "[aeiuăâî]|$"],
  ["ş", `^|${vowel}|[lnr]`, `\\p{L}|(?<=${vowel}.)$`],
  ["ę", "[bcdghijklłmprstvwz]", "[bcdgklłprstwzćśźż]|$"],
  ["ś", `^|${vowel}|[jlłńr]`, "(?!(?<=^.)u)"],
  ["ąľłťźż", "", ""],
  ["ĺŕ", never, never],
];

/** Names of Western and Northern Europe. */
const westernEuropean: readonly Place[] = [
  ["è", `^|${consonant}|i`, "[bcdfglmnrstvz]|$"],
  ["ê", `^|${consonant}`, "[lmnrstvz]|$"],
  ["ã", "", "[eo]|$"],
  ["õ", "", "e"],
  ["ñ", `^|${vowel}|[lr]`, vowel],
  ["ï", vowel, `${consonant}|e`],
  ["ò", consonant, `${consonant}|$`],
  ["ì", consonant, "$"],
  ["ù", consonant, "$"],
  ["û", "[abdfglmor]", "[clmrt]"],
  ["àå", "", ""],
  ["æ", `^|${consonant}`, "[bdfghjklmnrstvxyðþ]|un"],
  ["ø", `^|${consonant}`, "[bcdfghjklmnprstvxyz]|$|e([dgn]|$)|i[sv]"],
  ["ð", "[aáæeéiíoóöuúyýr]", "[abfgijklmnrsuvþ]|$"],
  ["þ", "^|[bfgklmnrstv]", "[aáæeéiíoóöuúyrjv]"],
  ["œ", `^|${consonant}`, "u"],
  ["ÿ", "[aeou]", "$"],
  // As in Mª and Nº.
  ["ªº", "^|[dmn]", "$"],
];

const cyrillicNames: readonly Place[] = [
  // In words that are Cyrillic as a whole. A letter alone may be one of any encoding.
  [
    "\\u0400-\\u04ff",
    `^${cyrillic}{1,40}|^(?=.${cyrillic})`,
    `${cyrillic}{1,40}$|(?<=${cyrillic}.)$`,
  ],
];

/**
 * The positions of letters in the names of an encoding's languages. The same byte is č in one encoding
 * and è in another, or ć and æ, or ř and ø; its neighbours tell which. Letters that two encodings
 * share, as á, ö and š, are not listed. Of equal encodings the first one counts.
 */
const places = {
  "Windows-1250 (Central European)": centralEuropean,
  "Windows-1252 (Western European)": westernEuropean,
  "Windows-1251 (Cyrillic)": cyrillicNames,
} as const;

export type GuessedEncoding = keyof typeof places;
export const guessedEncodings = Object.keys(places) as GuessedEncoding[];

/** A sign that is no letter, beside one: `³` in `Pawe³`. */
const besideLetter = /(?<=\p{L})[^\p{L}\p{M}\0-\x7f]|[^\p{L}\p{M}\0-\x7f](?=\p{L})/gu;

/** How many words with letters beyond ASCII are enough to tell their encoding. */
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s,;|"]+/)
    .filter((word) => /[^\0-\x7f]/.test(word))
    .slice(0, 5000)
    .map((word) => word.slice(0, 100))
    .join(" ");

/** Returns how many letters stand where those of the encoding do, less those that do not. */
export function likelihood(text: string, encoding: GuessedEncoding): number {
  const words = wordsOf(text);
  const count = (pattern: RegExp) => words.match(pattern)?.length ?? 0;
  const fitting = places[encoding].reduce((sum, [letters, before, after]) => {
    const letter = `[${letters}]`;
    const all = count(pattern(letter));
    if (all === 0) return sum;
    return (
      sum +
      count(pattern(`(?<=${before})${letter}`)) +
      count(pattern(`${letter}(?=${after})`)) -
      all
    );
  }, 0);
  return fitting - count(besideLetter);
}

const pattern = (source: string) =>
  new RegExp(source.replaceAll("^", "(?<!\\p{L})").replaceAll("$", "(?!\\p{L})"), "gu");
