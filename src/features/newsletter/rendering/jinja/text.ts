import { refuse } from "../mistake";

/** What Python counts as white space, as a part of a class of a regular expression. */
export const space =
  "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

/** The most UTF-16 units of a text. */
const longestText = 4_000_000;

export function limited(text: string) {
  if (text.length > longestText) refuse("The text gets too large.");
  return text;
}

export function repeated(text: string, times: number | bigint) {
  if (times <= 0) return "";
  if (BigInt(text.length) * BigInt(times) > longestText) refuse("The text gets too large.");
  return text.repeat(Number(times));
}

const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text);

/** The characters of a text; an emoji is one of them. */
export const characters = (text: string): ArrayLike<string> & Iterable<string> =>
  isAscii(text) ? text : Array.from(text);

export const lengthOf = (text: string) => characters(text).length;

/** Orders two texts by their characters' numbers, which UTF-16 units do not. */
export function compareTexts(a: string, b: string) {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a[at] === b[at]) at++;
  if (at === length) return a.length - b.length;
  const rank = (text: string) => {
    const unit = text.charCodeAt(at);
    return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
  };
  return rank(a) - rank(b);
}

const spaces = { start: new RegExp(`^[${space}]+`, "u"), end: new RegExp(`[${space}]+$`, "u") };

/** Removes these characters; white space if `signs` is null. */
export function stripStart(text: string, signs: string | null) {
  if (signs === null) return text.replace(spaces.start, "");
  const all = Array.from(text);
  const kept = all.findIndex((sign) => !signs.includes(sign));
  return kept < 0 ? "" : all.slice(kept).join("");
}

/** Removes these characters; white space if `signs` is null. */
export function stripEnd(text: string, signs: string | null) {
  if (signs === null) {
    // A regular expression with `$` takes quadratic time on a long run of spaces.
    let end = text.length;
    while (end > 0 && spaces.start.test(text[end - 1] ?? "")) end--;
    return text.slice(0, end);
  }
  const all = Array.from(text);
  return all.slice(0, all.findLastIndex((sign) => !signs.includes(sign)) + 1).join("");
}

/** The words between white space. */
export const words = (text: string) =>
  text.split(new RegExp(`[${space}]+`, "u")).filter((word) => word);

const lineEnd = "\\n\\r\\v\\f\\x1c-\\x1e\\x85\\u2028\\u2029";
const wholeLine = new RegExp(`([^${lineEnd}]*)(?:\\r\\n|[${lineEnd}]|$)`, "gu");

export const splitLines = (text: string, keepsEnds: boolean = false) =>
  Array.from(text.matchAll(wholeLine))
    .filter(([line]) => line !== "")
    .map(([line, inner = ""]) => (keepsEnds ? line : inner));

/** The first letters of words: `ǆ` has a form of its own there. */
function titleCase(sign: string) {
  const code = sign.codePointAt(0) ?? 0;
  const upper = sign.toUpperCase();
  if (code >= 0x1c4 && code <= 0x1cc) return "ǅǈǋ"[Math.floor((code - 0x1c4) / 3)] ?? upper;
  if (code >= 0x1f1 && code <= 0x1f3) return "ǲ";
  // Georgian has capitals, but not for the first letters of words.
  if (code >= 0x10d0 && code <= 0x10ff) return sign;
  if (code >= 0x1f80 && code <= 0x1faf) return String.fromCodePoint(code | 8);
  if (/[\u1fb3\u1fc3\u1ff3]/.test(sign)) return String.fromCodePoint(code + 9);
  if (/[\u1fbc\u1fcc\u1ffc]/.test(sign)) return sign;
  if (code >= 0x1fb0 && code <= 0x1ffc) return upper.replace(/(?<=.)\u0399$/, "\u0345");
  if (/[ß\u0587\ufb00-\ufb06\ufb13-\ufb17]/.test(sign)) {
    return upper.slice(0, 1) + upper.slice(1).toLowerCase();
  }
  return upper;
}

export const capitalized = (text: string) =>
  withLower(text)
    .map(({ sign, lower }, at) => (at === 0 ? titleCase(sign) : lower))
    .join("");

const isCased = (sign: string) => /[\p{Lowercase}\p{Uppercase}\p{Lt}]/u.test(sign);

/**
 * The characters of a text with their small letters, which depend on the neighbours: a sigma at the
 * end of a word has another form.
 */
function withLower(text: string) {
  const lower = text.toLowerCase();
  let at = 0;
  return Array.from(text, (sign) => {
    const start = at;
    at += sign.toLowerCase().length;
    return { sign, lower: lower.slice(start, at) };
  });
}

/** Python's `str.title`: every letter after something that is no letter is a capital. */
export function titled(text: string) {
  let isInside = false;
  let result = "";
  for (const { sign, lower } of withLower(text)) {
    result += isInside ? lower : titleCase(sign);
    isInside = isCased(sign);
  }
  return result;
}

export const swapped = (text: string) =>
  withLower(text)
    .map(({ sign, lower }) => {
      if (/\p{Uppercase}/u.test(sign)) return lower;
      return /\p{Lowercase}/u.test(sign) ? sign.toUpperCase() : sign;
    })
    .join("");

export const isLower = (text: string) =>
  /\p{Lowercase}/u.test(text) && !/[\p{Uppercase}\p{Lt}]/u.test(text);

export const isUpper = (text: string) =>
  /\p{Uppercase}/u.test(text) && !/[\p{Lowercase}\p{Lt}]/u.test(text);

const escapes: Readonly<Record<string, string>> = {
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\\": "\\\\",
};

/** A text as Python writes it inside of a list. */
export function quoted(text: string) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let inner = "";
  for (const sign of text) {
    if (sign === quote) inner += `\\${sign}`;
    else if (sign in escapes) inner += escapes[sign];
    else if (sign === " " || !/[\p{C}\p{Z}]/u.test(sign)) inner += sign;
    else inner += escaped(sign.codePointAt(0) ?? 0);
  }
  return quote + inner + quote;
}

function escaped(code: number) {
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&#34;",
  "'": "&#39;",
};

export const escapeHtml = (text: string) =>
  limited(text.replace(/[&<>"']/g, (sign) => entities[sign] ?? ""));
