import { refuse } from "../../mistake";
import { floatText, limitedInt } from "../numbers";
import { escapeHtml, limited, quoted } from "../text";
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
  type Value,
} from "../values";

/** Python's `str(…)`. */
export function textOf(value: Value): string {
  if (isText(value)) return plain(value);
  return value instanceof Undefined ? "" : representation(value);
}

/** Python's `repr(…)`: how a value looks inside of a list. */
export function representation(value: Value): string {
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

const listed = (items: readonly Value[]) => limited(items.map(representation).join(", "));

/** MarkupSafe's `escape`. */
export const escaped = (value: Value): Markup =>
  value instanceof Markup ? value : new Markup(escapeHtml(textOf(value)));

/** MarkupSafe's `soft_str`: what is text already stays as it is. */
export const softText = (value: Value): string | Markup => (isText(value) ? value : textOf(value));
