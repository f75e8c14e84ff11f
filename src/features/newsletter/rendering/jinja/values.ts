import { refuse } from "../mistake";

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
 */
export type Value = unknown;

/** A text that is HTML already, and is not escaped again. */
export class Markup {
  readonly text: string;
  /** The source of its parts, as long as it is not changed. */
  readonly pieces?: readonly Piece[];

  constructor(text: string, pieces?: readonly Piece[]) {
    this.text = text;
    this.pieces = pieces;
  }
}

/**
 * A part of the output. `line` is the line of the template that it comes from. A text of the
 * template itself (`isSource`) continues on the next lines of the template, a value does not.
 */
export type Piece = { text: string; line: number; isSource: boolean };

export class Tuple {
  readonly items: readonly Value[];

  constructor(items: readonly Value[]) {
    this.items = items;
  }
}

/** What `groupby` yields: a tuple whose two items also have the names `grouper` and `list`. */
export class Group extends Tuple {}

export class Dict {
  entries: Map<string, readonly [key: Value, value: Value]> = new Map();

  constructor(pairs: Iterable<readonly [Value, Value]> = []) {
    for (const [key, value] of pairs) this.set(key, value);
  }

  set(key: Value, value: Value) {
    const id = keyOf(key);
    // A key that is there stays as it was first written: `{1: "a", true: "b"}` has the key 1.
    this.entries.set(id, [this.entries.get(id)?.[0] ?? key, value]);
  }

  has(key: Value) {
    return this.entries.has(keyOf(key));
  }

  /** Returns undefined if there is no such key. */
  get(key: Value): Value {
    return this.entries.get(keyOf(key))?.[1];
  }
}

/** What `keys()`, `values()` and `items()` of a dict return. */
export class DictView {
  readonly dict: Dict;
  readonly kind: "keys" | "values" | "items";

  constructor(dict: Dict, kind: "keys" | "values" | "items") {
    this.dict = dict;
    this.kind = kind;
  }

  get items(): Value[] {
    return [...this.dict.entries.values()].map(([key, value]) =>
      this.kind === "items" ? new Tuple([key, value]) : this.kind === "keys" ? key : value,
    );
  }
}

export class Range {
  readonly start: bigint;
  readonly stop: bigint;
  readonly step: bigint;
  readonly length: number;

  constructor(start: bigint, stop: bigint, step: bigint, length: number) {
    this.start = start;
    this.stop = stop;
    this.step = step;
    this.length = length;
  }

  at(index: number) {
    return this.start + BigInt(index) * this.step;
  }
}

/** Values that can be read once, like those of a Python generator. */
export class Stream {
  readonly iterator: Iterator<Value>;

  constructor(iterator: Iterator<Value>) {
    this.iterator = iterator;
  }
}

/** What `namespace()` makes: the only value whose fields a template can set. */
export class Namespace {
  readonly fields: Dict;

  constructor(fields: Dict) {
    this.fields = fields;
  }
}

/** Arguments with names. */
export type Named = Map<string, Value>;

/** A function, a method or a macro. */
export class Callable {
  readonly name: string;
  readonly call: (args: readonly Value[], named: Named) => Value;

  constructor(name: string, call: (args: readonly Value[], named: Named) => Value) {
    this.name = name;
    this.call = call;
  }
}

/** A value with named members only, such as `loop`. */
export class Members {
  readonly kind: string;
  readonly members: Readonly<Record<string, () => Value>>;

  constructor(kind: string, members: Readonly<Record<string, () => Value>>) {
    this.kind = kind;
    this.members = members;
  }

  /** The number of its items; null if it has none. */
  get size(): number | null {
    return null;
  }
}

/** A value that is not there. It prints as nothing; most other uses of it are mistakes. */
export class Undefined {
  /** Says what is not there. */
  readonly reason: string;
  /** A member that was asked for by name; printing it is refused, because the name is misspelt. */
  readonly isMember: boolean;

  constructor(reason: string, isMember = false) {
    this.reason = reason;
    this.isMember = isMember;
  }
}

export const isText = (value: Value): value is string | Markup =>
  typeof value === "string" || value instanceof Markup;

export const plain = (text: string | Markup) => (typeof text === "string" ? text : text.text);

/** True if Python counts with it; `True` is 1. */
export const isNumber = (value: Value): value is boolean | bigint | number =>
  typeof value === "bigint" || typeof value === "number" || typeof value === "boolean";

/** True if it is an `int`, which `True` is too. */
export const isInt = (value: Value): value is boolean | bigint =>
  typeof value === "bigint" || typeof value === "boolean";

/** `True` becomes 1. */
export const counted = (value: boolean | bigint | number): bigint | number =>
  typeof value === "boolean" ? BigInt(value) : value;

/** The items of a list or a tuple. */
export const itemsOf = (value: Value): readonly Value[] | undefined =>
  Array.isArray(value) ? value : value instanceof Tuple ? value.items : undefined;

/** Says what a value is, for a sentence. */
export function kindOf(value: Value): string {
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

/** An id for a value, the same for all that are equal, as a key of a dict. */
export function keyOf(value: Value): string {
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

/** Refuses a value that is not there. */
export function demand(value: Value) {
  if (value instanceof Undefined) refuse(value.reason);
}
