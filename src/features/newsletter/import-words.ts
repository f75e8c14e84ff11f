/** The Latin letters of Cyrillic ones, without marks, so that Serbian words are listed once. */
const latin: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    ...{ а: "a", б: "b", в: "v", г: "g", д: "d", ђ: "d", е: "e", ж: "z", з: "z", и: "i", ј: "j" },
    ...{ к: "k", л: "l", љ: "lj", м: "m", н: "n", њ: "nj", о: "o", п: "p", р: "r", с: "s", т: "t" },
    ...{ ћ: "c", у: "u", ф: "f", х: "h", ц: "c", ч: "c", џ: "dz", ш: "s", щ: "sc", ъ: "", ы: "y" },
    ...{ ь: "", э: "e", ю: "ju", я: "ja", і: "i" },
  }),
);

/**
 * A head or a value as it is compared with lists of words: 'Opt-In_Time' and 'optInTime' are
 * 'opt in time', 'désabonné(e)' is 'desabonne e', 'Име' is 'ime'.
 */
export const folded = (text: string): string =>
  text
    .replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replaceAll("đ", "d")
    .replaceAll("ł", "l")
    .replaceAll("ø", "o")
    .replace(/[\u0400-\u04ff]/g, (letter) => latin[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
