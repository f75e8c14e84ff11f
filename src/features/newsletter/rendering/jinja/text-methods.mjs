// @ts-check
import { refuse } from "../mistake.mjs";
import { bound, wholeNumber, wholeText } from "./arguments.mjs";
import { each, isTrue } from "./collections.mjs";
import { formatBraces } from "./format/braces.mjs";
import { padded, widthOf } from "./format/number.mjs";
import { escaped } from "./format/printing.mjs";
import {
  capitalized,
  isLower,
  isUpper,
  lengthOf,
  limited,
  space,
  splitLines,
  stripEnd,
  stripStart,
  swapped,
  titled,
} from "./text.mjs";
import { Callable, isText, kindOf, Markup, plain, Tuple } from "./values.mjs";

/** @typedef {import("./values.mjs").Value} Value */
/** @typedef {import("./arguments.mjs").Parameter} Parameter */

/**
 * A method of texts. What `isEscaping` says is done for HTML: the texts among the arguments are
 * escaped, and the result is HTML again.
 *
 * @typedef {{
 *   parameters: readonly Parameter[],
 *   isEscaping?: boolean,
 *   isNamed?: boolean,
 *   run: (text: string, ...values: Value[]) => Value,
 * }} Method
 */

/** @param {string} name @param {Value} value */
const signsOf = (name, value) => (value === null ? null : wholeText(name, value));

/** @param {string} name @param {(text: string, signs: string | null) => string} strip @returns {Method} */
const stripping = (name, strip) => ({
  parameters: [["chars", null]],
  isEscaping: true,
  run: (text, signs) => strip(text, signsOf(name, signs)),
});

/** @param {(text: string) => Value} run @returns {Method} */
const changing = (run) => ({ parameters: [], isEscaping: true, run });

/** @param {(text: string) => boolean} run @returns {Method} */
const asking = (run) => ({ parameters: [], run });

/** @param {string} name @param {string} align @returns {Method} */
const justifying = (name, align) => ({
  parameters: ["width", ["fillchar", " "]],
  isEscaping: true,
  run: (text, width, fill) => {
    const sign = wholeText(name, fill);
    if (lengthOf(sign) !== 1) refuse(`"${name}" fills with one character.`);
    return padded(text, widthOf(String(Math.max(0, wholeNumber(name, width)))), align, sign);
  },
});

/** @param {string} name @param {"first" | "last"} which @param {boolean} isStrict @returns {Method} */
const finding = (name, which, isStrict) => ({
  parameters: ["sub"],
  run: (text, part) => {
    const sought = wholeText(name, part);
    const at = which === "first" ? text.indexOf(sought) : text.lastIndexOf(sought);
    if (at < 0 && isStrict) refuse(`"${name}" does not find the text.`);
    return BigInt(at < 0 ? -1 : lengthOf(text.slice(0, at)));
  },
});

/** @param {string} name @param {(text: string, part: string) => boolean} isAt @returns {Method} */
const beginning = (name, isAt) => ({
  parameters: ["part"],
  run: (text, part) =>
    part instanceof Tuple
      ? part.items.some((one) => isAt(text, wholeText(name, one)))
      : isAt(text, wholeText(name, part)),
});

/** @param {string} text @param {string} separator @param {"first" | "last"} which */
function parted(text, separator, which) {
  if (separator === "") refuse("The separator must not be empty.");
  const at = which === "first" ? text.indexOf(separator) : text.lastIndexOf(separator);
  if (at < 0) return which === "first" ? [text, "", ""] : ["", "", text];
  return [text.slice(0, at), separator, text.slice(at + separator.length)];
}

/** Python's `split`. @param {string} text @param {string | null} separator @param {number} most @returns {string[]} */
function split(text, separator, most) {
  if (separator === "") refuse("The separator must not be empty.");
  const limit = most < 0 ? Number.POSITIVE_INFINITY : most;
  const parts = [];
  let rest = separator === null ? stripStart(text, null) : text;
  if (separator === null && rest === "") return [];
  while (parts.length < limit) {
    const found =
      separator === null ? firstSpace.exec(rest) : { index: rest.indexOf(separator), 0: separator };
    if (!found || found.index < 0) break;
    parts.push(rest.slice(0, found.index));
    rest = rest.slice(found.index + found[0].length);
    if (separator === null && rest === "") return parts;
  }
  return [...parts, separator === null && parts.length < limit ? stripEnd(rest, null) : rest];
}

const firstSpace = new RegExp(`[${space}]+`, "u");

/** Python's `rsplit`. @param {string} text @param {string | null} separator @param {number} most @returns {string[]} */
export function splitFromEnd(text, separator, most) {
  const reverse = (/** @type {string} */ one) => Array.from(one).reverse().join("");
  return split(reverse(text), separator && reverse(separator), most)
    .map(reverse)
    .reverse();
}

/** @param {string} name @param {typeof split} run @returns {Method} */
const splitting = (name, run) => ({
  parameters: [
    ["sep", null],
    ["maxsplit", -1n],
  ],
  isNamed: true,
  run: (text, separator, most) => run(text, signsOf(name, separator), wholeNumber(name, most)),
});

/** Python's `replace`; `most` is negative for all. @param {string} text @param {string} old @param {string} by @param {number} most */
export function replaced(text, old, by, most) {
  // Between all characters, and before and after them, is an empty text.
  const parts = old === "" ? ["", ...text, ""] : text.split(old);
  const limit = most < 0 ? parts.length : most;
  if (Math.min(parts.length, limit) * by.length > 4_000_000) refuse("The text gets too large.");
  const joints = parts.slice(1).map((part, at) => (at < limit ? by : old) + part);
  return limited((parts[0] ?? "") + joints.join(""));
}

/** @type {Readonly<Record<string, Method>>} */
const methods = {
  upper: changing((text) => text.toUpperCase()),
  lower: changing((text) => text.toLowerCase()),
  capitalize: changing(capitalized),
  title: changing(titled),
  swapcase: changing(swapped),
  strip: stripping("strip", (text, signs) => stripEnd(stripStart(text, signs), signs)),
  lstrip: stripping("lstrip", stripStart),
  rstrip: stripping("rstrip", stripEnd),
  ljust: justifying("ljust", "<"),
  rjust: justifying("rjust", ">"),
  center: {
    parameters: ["width", ["fillchar", " "]],
    isEscaping: true,
    run: (text, width, fill) => {
      const sign = wholeText("center", fill);
      if (lengthOf(sign) !== 1) refuse('"center" fills with one character.');
      return centered(text, wholeNumber("center", width), sign);
    },
  },
  zfill: {
    parameters: ["width"],
    isEscaping: true,
    run: (text, width) => {
      const [, sign = "", digits = ""] = /^([+-]?)([\s\S]*)$/.exec(text) ?? [];
      const wide = widthOf(String(Math.max(0, wholeNumber("zfill", width))));
      return sign + padded(digits, wide - sign.length, ">", "0");
    },
  },
  replace: {
    parameters: ["old", "new", ["count", -1n]],
    isEscaping: true,
    run: (text, old, by, most) =>
      replaced(
        text,
        wholeText("replace", old),
        wholeText("replace", by),
        wholeNumber("replace", most),
      ),
  },
  split: splitting("split", split),
  rsplit: splitting("rsplit", splitFromEnd),
  splitlines: {
    parameters: [["keepends", false]],
    isNamed: true,
    run: (text, keepsEnds) => splitLines(text, isTrue(keepsEnds)),
  },
  startswith: beginning("startswith", (text, part) => text.startsWith(part)),
  endswith: beginning("endswith", (text, part) => text.endsWith(part)),
  find: finding("find", "first", false),
  rfind: finding("rfind", "last", false),
  index: finding("index", "first", true),
  rindex: finding("rindex", "last", true),
  count: {
    parameters: ["sub"],
    run: (text, part) => {
      const sought = wholeText("count", part);
      return BigInt(sought === "" ? lengthOf(text) + 1 : text.split(sought).length - 1);
    },
  },
  removeprefix: {
    parameters: ["prefix"],
    run: (text, prefix) => {
      const part = wholeText("removeprefix", prefix);
      return text.startsWith(part) ? text.slice(part.length) : text;
    },
  },
  removesuffix: {
    parameters: ["suffix"],
    run: (text, suffix) => {
      const part = wholeText("removesuffix", suffix);
      return text.endsWith(part) ? text.slice(0, text.length - part.length) : text;
    },
  },
  isalpha: asking((text) => /^\p{L}+$/u.test(text)),
  isalnum: asking((text) => /^[\p{L}\p{N}]+$/u.test(text)),
  isdecimal: asking((text) => /^\p{Nd}+$/u.test(text)),
  isdigit: asking((text) => {
    if (/[\p{No}\p{Nl}]/u.test(text)) refuse('"isdigit" does not know all signs of this text.');
    return /^\p{Nd}+$/u.test(text);
  }),
  isspace: asking((text) => new RegExp(`^[${space}]+$`, "u").test(text)),
  islower: asking(isLower),
  isupper: asking(isUpper),
};

/** The remaining methods of Python's `str`. */
const unsupported = new Set([
  ...["casefold", "encode", "expandtabs", "format_map", "isascii", "isidentifier", "isnumeric"],
  ...["isprintable", "istitle", "maketrans", "translate", "unescape", "striptags", "escape"],
]);

/** The names of the methods that a template can use. */
export const textMethods = [...Object.keys(methods), "join", "format", "partition", "rpartition"];

/** Python's `center`. @param {string} text @param {number} width @param {string} fill */
function centered(text, width, fill) {
  const missing = widthOf(String(Math.max(0, width))) - lengthOf(text);
  if (missing <= 0) return text;
  const before = Math.floor(missing / 2) + (missing & width & 1);
  return fill.repeat(before) + text + fill.repeat(missing - before);
}

/** A method of a text; undefined if texts have none of this name. @param {string | Markup} text @param {string} name @returns {Value} */
export function textMethod(text, name) {
  if (unsupported.has(name)) refuse(`The method "${name}" is not supported.`);
  const isMarkup = text instanceof Markup;
  const inner = plain(text);
  if (name === "format") {
    return new Callable(name, (args, named) => formatBraces(text, args, named));
  }
  if (name === "join") {
    return new Callable(name, (args, named) =>
      joined(text, bound(name, ["iterable"], args, named)[0]),
    );
  }
  if (name === "partition" || name === "rpartition") {
    return new Callable(name, (args, named) => {
      const [given] = bound(name, ["sep"], args, named);
      const separator = wholeText(name, isMarkup ? escaped(given) : given);
      const parts = parted(inner, separator, name === "partition" ? "first" : "last");
      return new Tuple(isMarkup ? parts.map((part) => new Markup(part)) : parts);
    });
  }
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (!method) return undefined;
  return new Callable(name, (args, named) => {
    if (named.size > 0 && !method.isNamed) refuse(`"${name}" takes no named arguments.`);
    const isEscaping = isMarkup && method.isEscaping;
    const values = bound(name, method.parameters, args, named).map((value, at) =>
      isEscaping && at < args.length && isText(value) ? escaped(value).text : value,
    );
    const result = method.run(inner, ...values);
    if (typeof result === "string")
      return isEscaping ? new Markup(limited(result)) : limited(result);
    return Array.isArray(result) && isMarkup ? result.map((part) => new Markup(part)) : result;
  });
}

/** Python's `"…".join(…)`. @param {string | Markup} separator @param {Value} values @returns {string | Markup} */
export function joined(separator, values) {
  const parts = [];
  let length = 0;
  for (const value of each(values)) {
    if (separator instanceof Markup) parts.push(escaped(value).text);
    else if (isText(value)) parts.push(plain(value));
    else refuse(`"join" puts texts together, not ${kindOf(value)}; use the filter "join".`);
    length += (parts.at(-1)?.length ?? 0) + plain(separator).length;
    if (length > 4_000_000) refuse("The text gets too large.");
  }
  const text = parts.join(plain(separator));
  return separator instanceof Markup ? new Markup(text) : text;
}
