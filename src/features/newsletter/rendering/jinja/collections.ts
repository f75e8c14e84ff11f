import { refuse } from "../mistake";
import { equal } from "./comparing";
import { characters, lengthOf } from "./text";
import {
  counted,
  Dict,
  DictView,
  demand,
  isInt,
  isNumber,
  isText,
  itemsOf,
  kindOf,
  Markup,
  Members,
  plain,
  Range,
  Stream,
  Tuple,
  Undefined,
  type Value,
} from "./values";

/** The most values of a list. */
const longestList = 100_000;

export function limitedList<List extends readonly Value[]>(list: List): List {
  if (list.length > longestList) refuse("The list gets too long.");
  return list;
}

/** Python's `bool(…)`. */
export function isTrue(value: Value): boolean {
  if (value === null || value instanceof Undefined) return false;
  if (isText(value)) return plain(value) !== "";
  if (isNumber(value)) return Boolean(value);
  return sizeOf(value) !== 0;
}

/** The number of values in a collection; null if it has none. */
function sizeOf(value: Value): number | null {
  if (value instanceof Dict) return value.entries.size;
  if (value instanceof DictView) return value.dict.entries.size;
  if (value instanceof Range) return value.length;
  if (value instanceof Members) return value.size;
  return itemsOf(value)?.length ?? null;
}

/** Python's `len(…)`. */
export function sizeOrRefuse(value: Value): number {
  if (isText(value)) return lengthOf(plain(value));
  if (value instanceof Undefined) return 0;
  return sizeOf(value) ?? refuse(`There is no length of ${kindOf(value)}.`);
}

/** True if a value has a length. */
export const hasSize = (value: Value) =>
  isText(value) || value instanceof Undefined || sizeOf(value) !== null;

/** Python's `iter(…)`. */
export function iterate(value: Value): Iterator<Value> {
  return iterator(value) ?? refuse(`There is nothing to go through in ${kindOf(value)}.`);
}

/** Returns null if Python cannot iterate over it. */
export function iterator(value: Value): Iterator<Value> | null {
  if (isText(value)) return plain(value)[Symbol.iterator]();
  if (value instanceof Undefined) return [][Symbol.iterator]();
  if (value instanceof Stream) return value.iterator;
  if (value instanceof Dict)
    return value.entries.size === 0
      ? [][Symbol.iterator]()
      : new DictView(value, "keys").items[Symbol.iterator]();
  if (value instanceof DictView) return value.items[Symbol.iterator]();
  if (value instanceof Range) return stepsOf(value);
  return itemsOf(value)?.[Symbol.iterator]() ?? null;
}

function* stepsOf(range: Range) {
  for (let index = 0; index < range.length; index++) yield range.at(index);
}

/** Python's `list(…)`. */
export function listOf(value: Value): Value[] {
  const list = [];
  for (const one of each(value)) {
    list.push(one);
    if (list.length > longestList) limitedList(list);
  }
  return list;
}

/** Lets `for … of` go through what `iterate` returns. */
export const each = (value: Value): Iterable<Value> => {
  const all = iterate(value);
  return { [Symbol.iterator]: () => ({ next: () => all.next() }) };
};

/** The values from the last to the first; null if Python cannot do that. */
export function backwards(value: Value): Iterator<Value> | null {
  if (isText(value)) return Array.from(plain(value)).reverse()[Symbol.iterator]();
  if (value instanceof Stream || value instanceof Members || !hasSize(value)) return null;
  return listOf(value).reverse()[Symbol.iterator]();
}

/** Python's `value in collection`. */
export function contains(collection: Value, value: Value): boolean {
  if (isText(collection)) {
    if (!isText(value)) {
      demand(value);
      return refuse(`Only a text can be in a text, not ${kindOf(value)}.`);
    }
    return plain(collection).includes(plain(value));
  }
  if (collection instanceof Dict) return collection.has(value);
  if (collection instanceof DictView && collection.kind === "keys")
    return collection.dict.has(value);
  for (const item of each(collection)) if (equal(item, value)) return true;
  return false;
}

/** The value at a place of a text or a list, from the end if it is negative; undefined beyond it. */
export function itemAt(collection: Value, place: boolean | bigint): Value {
  const index = Number(counted(place));
  if (isText(collection)) {
    const all = characters(plain(collection));
    const found = all[index < 0 ? index + all.length : index];
    return collection instanceof Markup && found !== undefined ? new Markup(found) : found;
  }
  if (collection instanceof Range) {
    const at = index < 0 ? index + collection.length : index;
    return at >= 0 && at < collection.length ? collection.at(at) : undefined;
  }
  const items = itemsOf(collection);
  return items?.[index < 0 ? index + items.length : index];
}

/** Python's `value[start:stop:step]`; null where nothing is given. */
export function slice(value: Value, start: Value, stop: Value, step: Value): Value {
  demand(value);
  const [from, to, by] = [start, stop, step].map((limit) => {
    if (limit === null) return null;
    if (!isInt(limit)) {
      demand(limit);
      return refuse("The limits of [:] must be whole numbers.");
    }
    return Number(counted(limit));
  });
  if (value instanceof Range) return partOfRange(value, from ?? null, to ?? null, by ?? 1);
  const all = isText(value) ? characters(plain(value)) : itemsOf(value);
  if (all === undefined) return refuse(`Parts with [:] cannot be taken of ${kindOf(value)}.`);
  const indexes = sliceIndexes(all.length, from ?? null, to ?? null, by ?? 1);
  const taken = indexes.map((index) => all[index]);
  if (value instanceof Markup) return new Markup(taken.join(""));
  if (isText(value)) return taken.join("");
  return value instanceof Tuple ? new Tuple(taken) : taken;
}

function partOfRange(range: Range, start: number | null, stop: number | null, step: number) {
  const { first, end } = sliceLimits(range.length, start, stop, step);
  const length = sliceIndexes(range.length, start, stop, step).length;
  return new Range(range.at(first), range.at(end), range.step * BigInt(step), length);
}

function sliceIndexes(length: number, start: number | null, stop: number | null, step: number) {
  const { first, end } = sliceLimits(length, start, stop, step);
  const indexes = [];
  for (let at = first; step > 0 ? at < end : at > end; at += step) indexes.push(at);
  return indexes;
}

function sliceLimits(length: number, start: number | null, stop: number | null, step: number) {
  if (step === 0) refuse("The step of [::] cannot be zero.");
  const within = (limit: number) => {
    const from = limit < 0 ? limit + length : limit;
    return step > 0
      ? Math.min(Math.max(from, 0), length)
      : Math.min(Math.max(from, -1), length - 1);
  };
  const first = start === null ? (step > 0 ? 0 : length - 1) : within(start);
  const end = stop === null ? (step > 0 ? length : -1) : within(stop);
  return { first, end };
}
