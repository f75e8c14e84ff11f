// @ts-check
import { refuse } from "../mistake.mjs";

/**
 * The values of a template, as Python has them:
 *
 * | Python             | here                       |
 * | ------------------ | -------------------------- |
 * | `None`             | `null`                     |
 * | `bool`             | `boolean`                  |
 * | `int`              | `bigint`                   |
 * | `float`            | `number`, but no NaN       |
 * | `str`              | `string`                   |
 * | `list`             | an array                   |
 * | everything else    | one of the classes below   |
 *
 * @typedef {unknown} Value
 */

/** A text that is HTML already, and is not escaped again. */
export class Markup {
  /**
   * @param {string} text
   * @param {readonly Piece[]} [pieces] where its parts come from, as long as it is not changed
   */
  constructor(text, pieces) {
    this.text = text;
    this.pieces = pieces;
  }
}

/**
 * A part of the output. `line` is the line of the template that it comes from. A text of the
 * template itself (`isSource`) continues on the next lines of the template, a value does not.
 *
 * @typedef {{ text: string, line: number, isSource: boolean }} Piece
 */

export class Tuple {
  /** @param {readonly Value[]} items */
  constructor(items) {
    this.items = items;
  }
}

/** What `groupby` yields: a tuple whose two items also have the names `grouper` and `list`. */
export class Group extends Tuple {}

export class Dict {
  /** @type {Map<string, readonly [key: Value, value: Value]>} */
  entries = new Map();

  /** @param {Iterable<readonly [Value, Value]>} [pairs] */
  constructor(pairs = []) {
    for (const [key, value] of pairs) this.set(key, value);
  }

  /** @param {Value} key @param {Value} value */
  set(key, value) {
    const id = keyOf(key);
    // A key that is there stays as it was first written: `{1: "a", true: "b"}` has the key 1.
    this.entries.set(id, [this.entries.get(id)?.[0] ?? key, value]);
  }

  /** @param {Value} key */
  has(key) {
    return this.entries.has(keyOf(key));
  }

  /** @param {Value} key @returns {Value} undefined if there is no such key */
  get(key) {
    return this.entries.get(keyOf(key))?.[1];
  }
}

/** What `keys()`, `values()` and `items()` of a dict return. */
export class DictView {
  /** @param {Dict} dict @param {"keys" | "values" | "items"} kind */
  constructor(dict, kind) {
    this.dict = dict;
    this.kind = kind;
  }

  /** @returns {Value[]} */
  get items() {
    return [...this.dict.entries.values()].map(([key, value]) =>
      this.kind === "items" ? new Tuple([key, value]) : this.kind === "keys" ? key : value,
    );
  }
}

export class Range {
  /** @param {bigint} start @param {bigint} stop @param {bigint} step @param {number} length */
  constructor(start, stop, step, length) {
    this.start = start;
    this.stop = stop;
    this.step = step;
    this.length = length;
  }

  /** @param {number} index */
  at(index) {
    return this.start + BigInt(index) * this.step;
  }
}

/** Values that can be read once, like those of a Python generator. */
export class Stream {
  /** @param {Iterator<Value>} iterator */
  constructor(iterator) {
    this.iterator = iterator;
  }
}

/** What `namespace()` makes: the only value whose fields a template can set. */
export class Namespace {
  /** @param {Dict} fields */
  constructor(fields) {
    this.fields = fields;
  }
}

/**
 * Arguments with names.
 *
 * @typedef {Map<string, Value>} Named
 */

/** A function, a method or a macro. */
export class Callable {
  /**
   * @param {string} name
   * @param {(args: readonly Value[], named: Named) => Value} call
   */
  constructor(name, call) {
    this.name = name;
    this.call = call;
  }
}

/** A value with named members only, such as `loop`. */
export class Members {
  /** @param {string} kind @param {Readonly<Record<string, () => Value>>} members */
  constructor(kind, members) {
    this.kind = kind;
    this.members = members;
  }

  /** The number of its items; null if it has none. @returns {number | null} */
  get size() {
    return null;
  }
}

/** A value that is not there. It prints as nothing; most other uses of it are mistakes. */
export class Undefined {
  /**
   * @param {string} reason says what is not there
   * @param {boolean} [isMember] a member that was asked for by name; printing it is refused, because
   *   the name is misspelt
   */
  constructor(reason, isMember = false) {
    this.reason = reason;
    this.isMember = isMember;
  }
}

/** @param {Value} value @returns {value is string | Markup} */
export const isText = (value) => typeof value === "string" || value instanceof Markup;

/** @param {string | Markup} text */
export const plain = (text) => (typeof text === "string" ? text : text.text);

/** Whether Python counts with it; `True` is 1. @param {Value} value @returns {value is boolean | bigint | number} */
export const isNumber = (value) =>
  typeof value === "bigint" || typeof value === "number" || typeof value === "boolean";

/** Whether it is an `int`, which `True` is too. @param {Value} value @returns {value is boolean | bigint} */
export const isInt = (value) => typeof value === "bigint" || typeof value === "boolean";

/** `True` becomes 1. @param {boolean | bigint | number} value @returns {bigint | number} */
export const counted = (value) => (typeof value === "boolean" ? BigInt(value) : value);

/** @param {Value} value @returns {readonly Value[] | undefined} the items of a list or a tuple */
export const itemsOf = (value) =>
  Array.isArray(value) ? value : value instanceof Tuple ? value.items : undefined;

/** Says what a value is, for a sentence. @param {Value} value @returns {string} */
export function kindOf(value) {
  if (value === null) return "none";
  if (typeof value === "boolean") return String(value);
  if (isNumber(value)) return "a number";
  if (isText(value)) return "a text";
  if (value instanceof Undefined) return "a missing value";
  if (Array.isArray(value)) return "a list";
  if (value instanceof Tuple) return "a tuple";
  if (value instanceof Dict) return "a record";
  if (value instanceof Range) return "range()";
  if (value instanceof Stream) return "the result of a filter such as map; add |list";
  if (value instanceof Callable) return `the function ${value.name}`;
  if (value instanceof Members) return `"${value.kind}"`;
  return "this value";
}

/** An id for a value, the same for all that are equal, as a key of a dict. @param {Value} value @returns {string} */
export function keyOf(value) {
  if (value === null) return "none";
  if (isText(value)) return `text ${plain(value)}`;
  if (typeof value === "number" && !Number.isInteger(value)) return `number ${value}`;
  if (isNumber(value)) return `number ${BigInt(value)}`;
  if (value instanceof Undefined) return "undefined";
  if (value instanceof Tuple) {
    return `tuple ${value.items
      .map(keyOf)
      .map((id) => `${id.length} ${id}`)
      .join(" ")}`;
  }
  return refuse(`Here ${kindOf(value)} cannot be used as a key.`);
}

/** Refuses a value that is not there. @param {Value} value */
export function demand(value) {
  if (value instanceof Undefined) refuse(value.reason);
}
