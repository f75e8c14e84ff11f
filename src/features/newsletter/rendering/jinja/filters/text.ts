import { refuse } from "../../mistake";
import { wholeNumber } from "../arguments";
import { compute } from "../arithmetic";
import { isTrue, iterator, listOf, sizeOrRefuse, slice } from "../collections";
import { formatPercent } from "../format/percent";
import { escaped, softText, textOf } from "../format/printing";
import { attributeGetter } from "../members";
import { escapeHtml, limited, repeated, space, splitLines, words } from "../text";
import { joined, replaced, splitFromEnd, textMethod } from "../text-methods";
import {
  Callable,
  Dict,
  demand,
  isText,
  itemsOf,
  kindOf,
  Markup,
  plain,
  Tuple,
  type Value,
} from "../values";
import type { Filter, FreeFilter } from "./filters";

/** Calls a method of the value's text. */
function viaMethod(value: Value, name: string, ...args: Value[]) {
  const method = textMethod(softText(value), name);
  return method instanceof Callable
    ? method.call(args, new Map())
    : refuse(`"${name}" is not known.`);
}

const likeMethod = (name: string): Filter => ({
  parameters: ["s"],
  run: (_, value) => viaMethod(value, name),
});

const escaping: Filter = { parameters: ["s"], run: (_, value) => escaped(value) };

const wordStarts = new RegExp(`([${space}({<\\[\\-]+)`);

const title: Filter = {
  parameters: ["s"],
  run: (_, value) =>
    textOf(value)
      .split(wordStarts)
      .map((word) => {
        const [first = "", ...rest] = Array.from(word);
        return first.toUpperCase() + rest.join("").toLowerCase();
      })
      .join(""),
};

const replace: Filter = {
  parameters: ["s", "old", "new", ["count", null]],
  run: ({ isHtml }, value, old, by, count) => {
    const most = count === null ? -1 : wholeNumber("replace", count);
    if (!isHtml) return replaced(textOf(value), textOf(old), textOf(by), most);
    const isRaised = old instanceof Markup || (by instanceof Markup && !(value instanceof Markup));
    const text = isRaised ? escaped(value) : softText(value);
    if (typeof text === "string") return replaced(text, textOf(old), textOf(by), most);
    const [from, to] = [escaped(softText(old)).text, escaped(softText(by)).text];
    return new Markup(replaced(text.text, from, to, most));
  },
};

const join: Filter = {
  parameters: ["value", ["d", ""], ["attribute", null]],
  run: ({ isHtml }, value, separator, attribute) => {
    const parts = listOf(value).map(attributeGetter(attribute));
    if (!isHtml) return joined(textOf(separator), parts.map(textOf));
    if (separator instanceof Markup) return joined(separator, parts.map(softText));
    const isRaised = parts.some((part) => part instanceof Markup);
    return joined(isRaised ? escaped(separator) : textOf(separator), parts.map(softText));
  },
};

const indent: Filter = {
  parameters: ["s", ["width", 4n], ["first", false], ["blank", false]],
  run: (_, value, width, first, blank) => {
    demand(value);
    if (!isText(value)) return refuse(`"indent" needs a text, not ${kindOf(value)}.`);
    const isMarkup = value instanceof Markup;
    const given = isText(width) ? width : repeated(" ", wholeNumber("indent", width));
    const margin = plain(given);
    const lines = splitLines(`${plain(value)}\n`);
    const isBlank = isTrue(blank);
    const indented = lines.map((line, at) =>
      at > 0 && (isBlank || line !== "") ? margin + line : line,
    );
    const text = limited((isTrue(first) ? margin : "") + indented.join("\n"));
    return isMarkup || given instanceof Markup ? new Markup(checked(text, isMarkup, given)) : text;
  },
};

function checked(text: string, isMarkup: boolean, margin: Value) {
  if (!isMarkup && margin instanceof Markup) refuse('"indent" cannot put HTML before a text.');
  return text;
}

const truncate: Filter = {
  parameters: ["s", ["length", 255n], ["killwords", false], ["end", "..."], ["leeway", null]],
  run: (_, value, length, killsWords, end, leeway) => {
    const most = wholeNumber("truncate", length);
    const more = leeway === null ? 5 : wholeNumber("truncate", leeway);
    const kept = most - sizeOrRefuse(end);
    if (kept < 0) refuse('"truncate" needs a length that its end fits into.');
    if (more < 0) refuse('"truncate" needs a leeway that is not negative.');
    if (sizeOrRefuse(value) <= most + more) return value;
    if (!isText(value) || !isText(end)) return refuse('"truncate" shortens texts only.');
    const cut = slice(value, null, BigInt(kept), null);
    const text = plain(isText(cut) ? cut : "");
    const result = isTrue(killsWords) ? text : (splitFromEnd(text, " ", 1)[0] ?? "");
    return compute("+", value instanceof Markup ? new Markup(result) : result, end);
  },
};

const wordcount: Filter = {
  parameters: ["s"],
  run: (_, value) => BigInt(textOf(value).match(/[\p{L}\p{N}_]+/gu)?.length ?? 0),
};

const entities: Readonly<Record<string, string>> = {
  ...{ "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#34;": '"', "&#39;": "'" },
  "&nbsp;": "\xa0",
};

/** The entities that HTML knows without a semicolon too. */
const legacy = words(`
  AElig AMP Aacute Acirc Agrave Aring Atilde Auml COPY Ccedil ETH Eacute Ecirc Egrave Euml GT
  Iacute Icirc Igrave Iuml LT Ntilde Oacute Ocirc Ograve Oslash Otilde Ouml QUOT REG THORN
  Uacute Ucirc Ugrave Uuml Yacute aacute acirc acute aelig agrave amp aring atilde auml brvbar
  ccedil cedil cent copy curren deg divide eacute ecirc egrave eth euml frac12 frac14 frac34 gt
  iacute icirc iexcl igrave iquest iuml laquo lt macr micro middot nbsp not ntilde oacute ocirc
  ograve ordf ordm oslash otilde ouml para plusmn pound quot raquo reg sect shy sup1 sup2 sup3
  szlig thorn times uacute ucirc ugrave uml uuml yacute yen yuml`);

function unescaped(found: string) {
  const sign = entities[found];
  if (sign !== undefined) return sign;
  const isPlain = !/^&#|;$/.test(found) && !legacy.some((name) => found.startsWith(`&${name}`));
  return isPlain ? found : refuse(`"striptags" does not know the sign "${found}".`);
}

/**
 * Removes the parts between two signs, and these. A regular expression would take quadratic time on a
 * text with many starts and no end.
 */
function without(text: string, start: string, end: string) {
  let kept = "";
  let at = 0;
  for (;;) {
    const from = text.indexOf(start, at);
    const to = from < 0 ? -1 : text.indexOf(end, from + start.length);
    if (to < 0) return kept + text.slice(at);
    kept += text.slice(at, from);
    at = to + end.length;
  }
}

const striptags: Filter = {
  parameters: ["value"],
  run: (_, value) => {
    const bare = without(without(textOf(value), "<!--", "-->"), "<", ">");
    return words(bare)
      .join(" ")
      .replace(/&(?:#\d+;?|#[xX][\da-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)/g, unescaped);
  },
};

function quote(text: string, isQuery: boolean) {
  if (/\p{Surrogate}/u.test(text)) refuse("The text has a broken character.");
  const all = encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return isQuery ? all.replaceAll("%20", "+") : all.replaceAll("%2F", "/");
}

const urlencode: Filter = {
  parameters: ["value"],
  run: (_, value) => {
    if (isText(value) || !iterator(value)) return quote(textOf(value), false);
    const pairs =
      value instanceof Dict
        ? [...value.entries.values()]
        : listOf(value).map((pair) => {
            const items = isText(pair) ? Array.from(plain(pair)) : itemsOf(pair);
            if (items?.length !== 2)
              return refuse('"urlencode" needs pairs of a name and a value.');
            return items;
          });
    return pairs.map((pair) => pair.map((part) => quote(textOf(part), true)).join("=")).join("&");
  },
};

const format: FreeFilter = {
  run: (_, value, args, named) => {
    if (args.length > 0 && named.size > 0) {
      refuse('"format" takes values with names or without, not both.');
    }
    return formatPercent(softText(value), named.size > 0 ? new Dict(named) : new Tuple(args));
  },
};

const bound: Readonly<Record<string, Filter>> = {
  ...{
    e: escaping,
    escape: escaping,
    title,
    replace,
    join,
    indent,
    truncate,
    wordcount,
    striptags,
  },
  ...{ urlencode },
  upper: likeMethod("upper"),
  lower: likeMethod("lower"),
  capitalize: likeMethod("capitalize"),
  trim: {
    parameters: ["value", ["chars", null]],
    run: (_, value, chars) => viaMethod(value, "strip", chars),
  },
  center: {
    parameters: ["value", ["width", 80n]],
    run: (_, value, width) => viaMethod(value, "center", width),
  },
  string: { parameters: ["object"], run: (_, value) => softText(value) },
  safe: {
    parameters: ["value"],
    run: (_, value) => (value instanceof Markup ? value : new Markup(textOf(value))),
  },
  forceescape: { parameters: ["value"], run: (_, value) => new Markup(escapeHtml(textOf(value))) },
};

/** Filters that make texts. */
export const textFilters = { ...bound, format };
