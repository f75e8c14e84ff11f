// @ts-check
import { refuse } from "../../mistake.mjs";
import { floatText, limitedInt } from "../numbers.mjs";
import { escapeHtml, limited, quoted } from "../text.mjs";
import {
  Dict,
  DictView,
  isText,
  kindOf,
  Markup,
  Namespace,
  plain,
  Range,
  Tuple,
  Undefined,
} from "../values.mjs";

/** @typedef {import("../values.mjs").Value} Value */

/** Python's `str(…)`. @param {Value} value @returns {string} */
export function textOf(value) {
  if (isText(value)) return plain(value);
  return value instanceof Undefined ? "" : representation(value);
}

/** Python's `repr(…)`: how a value looks inside of a list. @param {Value} value @returns {string} */
export function representation(value) {
  if (typeof value === "string") return quoted(value);
  if (value instanceof Markup) return `Markup(${quoted(value.text)})`;
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "bigint") return String(limitedInt(value));
  if (typeof value === "number") return floatText(value);
  if (value instanceof Undefined) return "Undefined";
  if (Array.isArray(value)) return `[${listed(value)}]`;
  if (value instanceof Tuple) {
    return value.items.length === 1 ? `(${listed(value.items)},)` : `(${listed(value.items)})`;
  }
  if (value instanceof Dict) {
    const pairs = [...value.entries.values()].map(
      ([key, item]) => `${representation(key)}: ${representation(item)}`,
    );
    return limited(`{${pairs.join(", ")}}`);
  }
  if (value instanceof DictView) return `dict_${value.kind}([${listed(value.items)}])`;
  if (value instanceof Namespace) return `<Namespace ${representation(value.fields)}>`;
  if (value instanceof Range) {
    const step = value.step === 1n ? "" : `, ${value.step}`;
    return `range(${value.start}, ${value.stop}${step})`;
  }
  return refuse(`This tag has no value that can be printed: it is ${kindOf(value)}.`);
}

/** @param {readonly Value[]} items */
const listed = (items) => limited(items.map(representation).join(", "));

/** MarkupSafe's `escape`. @param {Value} value @returns {Markup} */
export const escaped = (value) =>
  value instanceof Markup ? value : new Markup(escapeHtml(textOf(value)));

/** MarkupSafe's `soft_str`: what is text already stays as it is. @param {Value} value @returns {string | Markup} */
export const softText = (value) => (isText(value) ? value : textOf(value));
