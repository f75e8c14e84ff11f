import { refuse } from "../../mistake";
import { truncated } from "../numbers";
import { limited } from "../text";
import {
  counted,
  Dict,
  demand,
  isNumber,
  kindOf,
  Markup,
  plain,
  Range,
  Tuple,
  Undefined,
  type Value,
} from "../values";
import { decimals, digitsOf, isNegative, padded, widthOf, withSign } from "./number";
import { escaped, representation, textOf } from "./printing";

const directives =
  /%(?:\((?<key>[^()]*)\))?(?<flags>[-+ 0#]*)(?<width>\d+|\*)?(?:\.(?<places>\d*|\*))?[hlL]?(?<type>[\s\S]?)/gu;

/** Python's `"…" % values`. */
export function formatPercent(template: string | Markup, values: Value): string | Markup {
  const isMarkup = template instanceof Markup;
  const rest = values instanceof Tuple ? [...values.items] : [values];
  const isMapping =
    values instanceof Dict ||
    Array.isArray(values) ||
    values instanceof Range ||
    values instanceof Undefined;
  let isNamed = false;
  const text = plain(template).replace(directives, (found, ...parts) => {
    const { key, flags, width, places, type } = parts.at(-1);
    if (found === "%%") return "%";
    if (width === "*" || places === "*" || flags.includes("#")) {
      return refuse(`"${found}" is not supported.`);
    }
    if (key === undefined && rest.length === 0) refuse(`There is no value for "${found}".`);
    if (key !== undefined) isNamed = true;
    const value = key === undefined ? rest.shift() : fieldOf(values, key);
    return directive({ found, flags, width, places, type }, value, isMarkup);
  });
  if (rest.length > 0 && !isMapping && !isNamed) refuse("There are more values than % signs.");
  return isMarkup ? new Markup(limited(text)) : limited(text);
}

function fieldOf(values: Value, key: string) {
  const value = values instanceof Dict ? values.get(key) : undefined;
  return value === undefined ? refuse(`There is no value for "%(${key})".`) : value;
}

function directive(
  {
    found,
    flags,
    width,
    places,
    type,
  }: { found: string; flags: string; width?: string; places?: string; type: string },
  value: Value,
  isMarkup: boolean,
) {
  const wide = widthOf(width);
  const align = flags.includes("-") ? "<" : ">";
  if (type === "s" || type === "r") {
    const shown = type === "r" ? representation(value) : value;
    const text = isMarkup ? escaped(shown).text : textOf(shown);
    const cut = places === undefined ? text : Array.from(text).slice(0, widthOf(places)).join("");
    return padded(cut, wide, align, " ");
  }
  if (!/^[diufF]$/.test(type)) return refuse(`"${found}" is not supported.`);
  demand(value);
  if (!isNumber(value)) return refuse(`"${found}" needs a number, not ${kindOf(value)}.`);
  const number = counted(value);
  const isWhole = !/[fF]/.test(type);
  const whole = isWhole && typeof number === "number" ? truncated(number) : number;
  const digits = isWhole
    ? digitsOf(whole).padStart(widthOf(places), "0")
    : decimals(number, places === undefined ? 6 : widthOf(places));
  const plus = flags.includes("+") ? "+" : flags.includes(" ") ? " " : "";
  const zeros = flags.includes("0") && align === ">" ? wide : 0;
  return padded(withSign(digits, isNegative(whole), plus, zeros), wide, align, " ");
}
