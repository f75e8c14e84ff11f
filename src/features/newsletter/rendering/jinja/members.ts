import { refuse } from "../mistake";
import { bound, type Parameter, wholeNumber } from "./arguments";
import { itemAt, limitedList, listOf } from "./collections";
import { equal } from "./comparing";
import { textMethod } from "./text-methods";
import {
  Callable,
  counted,
  Dict,
  DictView,
  demand,
  Group,
  isInt,
  isNumber,
  isText,
  itemsOf,
  kindOf,
  Members,
  Namespace,
  plain,
  Range,
  Stream,
  Tuple,
  Undefined,
  type Value,
} from "./values";

type Method = readonly [parameters: readonly Parameter[], run: (...values: Value[]) => Value];

const sequenceMethods = (items: readonly Value[]): Readonly<Record<string, Method>> => ({
  count: [["value"], (value) => BigInt(items.filter((item) => equal(item, value)).length)],
  index: [
    ["value"],
    (value) => {
      const at = items.findIndex((item) => equal(item, value));
      return at < 0 ? refuse('"index" does not find the value.') : BigInt(at);
    },
  ],
});

const listMethods = (list: Value[]): Readonly<Record<string, Method>> => ({
  ...sequenceMethods(list),
  append: [
    ["object"],
    (value) => {
      limitedList(list).push(value);
      return null;
    },
  ],
  copy: [[], () => [...list]],
  extend: [
    ["iterable"],
    (values) => {
      list.push(...listOf(values));
      limitedList(list);
      return null;
    },
  ],
  insert: [
    ["index", "object"],
    (index, value) => {
      list.splice(wholeNumber("insert", index), 0, value);
      return null;
    },
  ],
  pop: [
    [["index", -1n]],
    (index) => {
      const at = wholeNumber("pop", index);
      const place = at < 0 ? at + list.length : at;
      if (place < 0 || place >= list.length) refuse('"pop" finds no value at this place.');
      return list.splice(place, 1)[0];
    },
  ],
});

const dictMethods = (dict: Dict): Readonly<Record<string, Method>> => ({
  get: [["key", ["default", null]], (key, other) => (dict.has(key) ? dict.get(key) : other)],
  keys: [[], () => new DictView(dict, "keys")],
  values: [[], () => new DictView(dict, "values")],
  items: [[], () => new DictView(dict, "items")],
  copy: [[], () => new Dict(dict.entries.values())],
});

/** The names of methods of lists and records that a template can use. */
export const collectionMethods = [
  ...Object.keys(listMethods([])),
  ...Object.keys(dictMethods(new Dict())),
];

/** What Python's collections and numbers have besides. */
const unsupported = new Map([
  ["list", ["clear", "remove", "reverse", "sort"]],
  ["dict", ["clear", "fromkeys", "pop", "popitem", "setdefault", "update"]],
  ["view", ["isdisjoint", "mapping"]],
  ["range", ["count", "index", "start", "stop", "step"]],
  [
    "stream",
    ["close", "gi_code", "gi_frame", "gi_running", "gi_suspended", "gi_yieldfrom", "send", "throw"],
  ],
  [
    "number",
    [
      ...["as_integer_ratio", "bit_count", "bit_length", "conjugate", "denominator", "from_bytes"],
      ...["imag", "numerator", "real", "to_bytes", "fromhex", "hex", "is_integer"],
    ],
  ],
  ["function", ["name", "arguments", "catch_kwargs", "catch_varargs", "caller", "explicit_caller"]],
]);

function typeOf(value: Value) {
  if (Array.isArray(value)) return "list";
  if (value instanceof Dict) return "dict";
  if (value instanceof DictView) return "view";
  if (value instanceof Range) return "range";
  if (value instanceof Stream) return "stream";
  if (value instanceof Callable) return "function";
  return isNumber(value) ? "number" : "";
}

/**
 * Python's `getattr(value, name)`; undefined if the value has no such attribute. Refuses the
 * attributes that Python has and this interpreter has not.
 */
export function attribute(value: Value, name: string): Value {
  demand(value);
  if (name.startsWith("_")) refuse(`"${name}" cannot be used: it begins with an underscore.`);
  if (unsupported.get(typeOf(value))?.includes(name)) refuse(`"${name}" is not supported.`);
  if (isText(value)) return textMethod(value, name);
  if (value instanceof Namespace) return value.fields.get(name);
  if (value instanceof Members) {
    const member = Object.hasOwn(value.members, name) ? value.members[name] : undefined;
    return member?.();
  }
  if (value instanceof Group && name === "grouper") return value.items[0];
  if (value instanceof Group && name === "list") return value.items[1];
  const methods = Array.isArray(value)
    ? listMethods(value)
    : value instanceof Tuple
      ? sequenceMethods(value.items)
      : value instanceof Dict
        ? dictMethods(value)
        : {};
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (!method) return undefined;
  const [parameters, run] = method;
  return new Callable(name, (args, named) => {
    if (named.size > 0) refuse(`"${name}" takes no named arguments.`);
    return run(...bound(name, parameters, args, named));
  });
}

/** Jinja2's `value.name`. */
export function member(value: Value, name: string): Value {
  const found = attribute(value, name);
  if (found !== undefined) return found;
  const own = value instanceof Dict ? value.get(name) : undefined;
  return own === undefined ? missing(value, name) : own;
}

/** Jinja2's `value[key]`. */
export function item(value: Value, key: Value): Value {
  demand(value);
  if (value instanceof Callable) return refuse("A function has no items.");
  if (value instanceof Dict) {
    const found = isKey(key) ? value.get(key) : undefined;
    if (found !== undefined) return found;
  } else if (isInt(key) && (isText(value) || itemsOf(value) || value instanceof Range)) {
    const found = itemAt(value, key);
    if (found !== undefined) return found;
    return new Undefined(`There is no item ${counted(key)} in ${kindOf(value)}.`);
  }
  if (isText(key)) {
    const name = plain(key);
    const found = name.startsWith("_") ? undefined : attribute(value, name);
    return found === undefined ? missing(value, name) : found;
  }
  return missing(value, "");
}

/** True if Python accepts it as a key; a list is none. */
const isKey = (key: Value): boolean =>
  !(Array.isArray(key) || key instanceof Dict) &&
  (!(key instanceof Tuple) || key.items.every(isKey));

const missing = (value: Value, name: string) =>
  new Undefined(
    name === ""
      ? `There is no such item in ${kindOf(value)}.`
      : `There is no "${name}" in ${kindOf(value)}.`,
    true,
  );

/** Follows a path such as `address.city`, as the argument `attribute` of filters does. */
export function attributeGetter(path: Value): (value: Value) => Value {
  if (path === null) return (value) => value;
  const parts = isText(path)
    ? plain(path)
        .split(".")
        .map((part) => (/^\d+$/.test(part) ? BigInt(part) : part))
    : [path];
  return (value) => parts.reduce((found: Value, part) => item(found, part), value);
}
