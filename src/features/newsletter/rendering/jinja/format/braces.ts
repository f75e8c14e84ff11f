import { refuse } from "../../mistake";
import { limited } from "../text";
import {
  counted,
  isNumber,
  isText,
  kindOf,
  Markup,
  type Named,
  plain,
  type Value,
} from "../values";
import { decimals, digitsOf, isNegative, padded, widthOf, withSign } from "./number";
import { escaped, representation, textOf } from "./printing";

/** Python's `"…".format(…)`. */
export function formatBraces(template: string | Markup, args: readonly Value[], named: Named) {
  const isMarkup = template instanceof Markup;
  let next = 0;
  let isNumbered = false;
  const valueFor = (name: string): Value => {
    if (name === "" ? isNumbered : /^\d/.test(name) && next > 0) {
      refuse("{} and {0} cannot stand in one text.");
    }
    if (/^\d+$/.test(name)) isNumbered = true;
    else if (name !== "" && !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) {
      refuse(`"{${name}}" is not supported.`);
    }
    const place = name === "" ? next++ : /^\d+$/.test(name) ? Number(name) : undefined;
    const isThere = place === undefined ? named.has(name) : place < args.length;
    if (!isThere) return refuse(`There is no value for "{${name}}".`);
    return place === undefined ? named.get(name) : args[place];
  };
  let last: Markup | undefined;
  const text = plain(template).replace(
    /\{\{|\}\}|\{([^{}!:]*)(?:!([^{}:]*))?(?::([^{}]*))?\}|[{}]/g,
    (found, name, conversion, layout = "", at, whole) => {
      if (found === "{{" || found === "}}") return found.slice(1);
      if (name === undefined) return refuse("A brace in the text for format() is not closed.");
      const value = converted(valueFor(name), conversion);
      const isLast = at + found.length === whole.length;
      if (isLast && layout !== "" && value instanceof Markup) last = value;
      if (!isMarkup) return laidOut(value, layout);
      if (value instanceof Markup && layout !== "") refuse("HTML cannot be formatted.");
      return value instanceof Markup ? value.text : escaped(laidOut(value, layout)).text;
    },
  );
  // Python gives back the HTML itself where the last layout changes nothing and nothing is before it.
  return isMarkup || (text !== "" && last?.text === text)
    ? new Markup(limited(text))
    : limited(text);
}

function converted(value: Value, conversion: string | undefined) {
  if (conversion === undefined) return value;
  if (conversion === "r") return representation(value);
  return conversion === "s" ? textOf(value) : refuse(`"!${conversion}" is not supported.`);
}

const layouts = /^(?:(.)?([<>=^]))?([-+ ])?(0)?(\d+)?([,_])?(?:\.(\d+))?([a-zA-Z%])?$/su;

/** Python's `format(value, layout)`. */
function laidOut(value: Value, layout: string) {
  if (layout === "") return textOf(value);
  const [matched, fill, align, sign = "", zero, width, group = "", places, type = ""] =
    layouts.exec(layout) ?? [];
  const unknown = () => refuse(`The format "${layout}" is not supported for ${kindOf(value)}.`);
  if (matched === undefined) return unknown();
  const wide = widthOf(width);
  if (isText(value)) {
    if (sign || zero || group || align === "=" || !/^s?$/.test(type)) return unknown();
    const text = plain(value);
    const cut = places === undefined ? text : Array.from(text).slice(0, widthOf(places)).join("");
    return padded(cut, wide, align ?? "<", fill ?? " ");
  }
  if (!isNumber(value) || align === "=" || (zero && (align || group))) return unknown();
  const number = counted(value);
  const isWhole = typeof number === "bigint";
  if (!(isWhole ? /^[dfF%]?$/ : /^[fF%]?$/).test(type)) return unknown();
  if (places !== undefined && (type === "" || type === "d")) return unknown();
  const isDecimal = type !== "" && type !== "d";
  if (type === "%") return unknown();
  if (!isDecimal && !isWhole && !/^[\d.]+$/.test(digitsOf(number))) return unknown();
  const digits = isDecimal
    ? decimals(number, places === undefined ? 6 : widthOf(places))
    : digitsOf(number);
  const grouped = group ? digits.replace(/(?<!\.\d*)\B(?=(?:\d{3})+(?!\d))/g, group) : digits;
  const plus = sign === "+" || sign === " " ? sign : "";
  const signed = withSign(grouped, isNegative(number), plus, zero ? wide : 0);
  return padded(signed, wide, align ?? ">", fill ?? " ");
}
