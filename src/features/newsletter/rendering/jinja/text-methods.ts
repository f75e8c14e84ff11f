import { refuse } from "../mistake";
import { bound, type Parameter, wholeNumber, wholeText } from "./arguments";
import { each, isTrue } from "./collections";
import { formatBraces } from "./format/braces";
import { padded, widthOf } from "./format/number";
import { escaped } from "./format/printing";
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
} from "./text";
import { Callable, isText, kindOf, Markup, plain, Tuple, type Value } from "./values";

/**
 * A method of texts. What `isEscaping` says is done for HTML: the texts among the arguments are
 * escaped, and the result is HTML again.
 */
type Method = {
  parameters: readonly Parameter[];
  isEscaping?: boolean;
  isNamed?: boolean;
  run: (text: string, ...values: Value[]) => Value;
};

const signsOf = (name: string, value: Value) => (value === null ? null : wholeText(name, value));

const stripping = (
  name: string,
  strip: (text: string, signs: string | null) => string,
): Method => ({
  parameters: [["chars", null]],
  isEscaping: true,
  run: (text, signs) => strip(text, signsOf(name, signs)),
});

const changing = (run: (text: string) => Value): Method => ({
  parameters: [],
  isEscaping: true,
  run,
});

const asking = (run: (text: string) => boolean): Method => ({ parameters: [], run });

const justifying = (
  name: string,
  fill: (text: string, width: number, sign: string) => string,
): Method => ({
  parameters: ["width", ["fillchar", " "]],
  isEscaping: true,
  run: (text, width, given) => {
    const sign = wholeText(name, given);
    if (lengthOf(sign) !== 1) refuse(`"${name}" fills with one character.`);
    return fill(text, wholeNumber(name, width), sign);
  },
});

const wide = (width: number) => widthOf(String(Math.max(0, width)));

const finding = (name: string, which: "first" | "last", isStrict: boolean): Method => ({
  parameters: ["sub"],
  run: (text, part) => {
    const sought = wholeText(name, part);
    const at = which === "first" ? text.indexOf(sought) : text.lastIndexOf(sought);
    if (at < 0 && isStrict) refuse(`"${name}" does not find the text.`);
    return BigInt(at < 0 ? -1 : lengthOf(text.slice(0, at)));
  },
});

const beginning = (name: string, isAt: (text: string, part: string) => boolean): Method => ({
  parameters: ["part"],
  run: (text, part) =>
    part instanceof Tuple
      ? part.items.some((one) => isAt(text, wholeText(name, one)))
      : isAt(text, wholeText(name, part)),
});

function parted(text: string, separator: string, which: "first" | "last") {
  if (separator === "") refuse("The separator must not be empty.");
  const at = which === "first" ? text.indexOf(separator) : text.lastIndexOf(separator);
  if (at < 0) return which === "first" ? [text, "", ""] : ["", "", text];
  return [text.slice(0, at), separator, text.slice(at + separator.length)];
}

/** Python's `split`. */
function split(text: string, separator: string | null, most: number): string[] {
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

/** Python's `rsplit`. */
export function splitFromEnd(text: string, separator: string | null, most: number): string[] {
  const reverse = (one: string) => Array.from(one).reverse().join("");
  return split(reverse(text), separator && reverse(separator), most)
    .map(reverse)
    .reverse();
}

const splitting = (name: string, run: typeof split): Method => ({
  parameters: [
    ["sep", null],
    ["maxsplit", -1n],
  ],
  isNamed: true,
  run: (text, separator, most) => run(text, signsOf(name, separator), wholeNumber(name, most)),
});

/** Python's `replace`; `most` is negative for all. */
export function replaced(text: string, old: string, by: string, most: number) {
  // Between all characters, and before and after them, is an empty text.
  const parts = old === "" ? ["", ...text, ""] : text.split(old);
  const limit = most < 0 ? parts.length : most;
  if (Math.min(parts.length, limit) * by.length > 4_000_000) refuse("The text gets too large.");
  const joints = parts.slice(1).map((part, at) => (at < limit ? by : old) + part);
  return limited((parts[0] ?? "") + joints.join(""));
}

const methods: Readonly<Record<string, Method>> = {
  upper: changing((text) => text.toUpperCase()),
  lower: changing((text) => text.toLowerCase()),
  capitalize: changing(capitalized),
  title: changing(titled),
  swapcase: changing(swapped),
  strip: stripping("strip", (text, signs) => stripEnd(stripStart(text, signs), signs)),
  lstrip: stripping("lstrip", stripStart),
  rstrip: stripping("rstrip", stripEnd),
  ljust: justifying("ljust", (text, width, sign) => padded(text, wide(width), "<", sign)),
  rjust: justifying("rjust", (text, width, sign) => padded(text, wide(width), ">", sign)),
  center: justifying("center", centered),
  zfill: {
    parameters: ["width"],
    isEscaping: true,
    run: (text, width) => {
      const [, sign = "", digits = ""] = /^([+-]?)([\s\S]*)$/.exec(text) ?? [];
      const least = wide(wholeNumber("zfill", width)) - sign.length;
      return sign + padded(digits, least, ">", "0");
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

/** Python's `center`. */
function centered(text: string, width: number, fill: string) {
  const missing = wide(width) - lengthOf(text);
  if (missing <= 0) return text;
  const before = Math.floor(missing / 2) + (missing & width & 1);
  return fill.repeat(before) + text + fill.repeat(missing - before);
}

/** A method of a text; undefined if texts have none of this name. */
export function textMethod(text: string | Markup, name: string): Value {
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

/** Python's `"…".join(…)`. */
export function joined(separator: string | Markup, values: Value): string | Markup {
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
