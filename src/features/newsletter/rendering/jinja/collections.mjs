// @ts-check
import { refuse } from "../mistake.mjs";
import { equal } from "./comparing.mjs";
import { characters, lengthOf } from "./text.mjs";
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
} from "./values.mjs";

/** @typedef {import("./values.mjs").Value} Value */

/** At most so many values may a list have. */
const longestList = 100_000;

/** @template {readonly Value[]} List @param {List} list @returns {List} */
export function limitedList(list) {
  if (list.length > longestList) refuse("The list gets too long.");
  return list;
}

/** Python's `bool(…)`. @param {Value} value @returns {boolean} */
export function isTrue(value) {
  if (value === null || value instanceof Undefined) return false;
  if (isText(value)) return plain(value) !== "";
  if (isNumber(value)) return Boolean(value);
  return sizeOf(value) !== 0;
}

/** The number of values in a collection; null if it has none. @param {Value} value @returns {number | null} */
function sizeOf(value) {
  if (value instanceof Dict) return value.entries.size;
  if (value instanceof DictView) return value.dict.entries.size;
  if (value instanceof Range) return value.length;
  if (value instanceof Members) return value.size;
  return itemsOf(value)?.length ?? null;
}

/** Python's `len(…)`. @param {Value} value @returns {number} */
export function sizeOrRefuse(value) {
  if (isText(value)) return lengthOf(plain(value));
  if (value instanceof Undefined) return 0;
  return sizeOf(value) ?? refuse(`There is no length of ${kindOf(value)}.`);
}

/** Whether a value has a length. @param {Value} value */
export const hasSize = (value) =>
  isText(value) || value instanceof Undefined || sizeOf(value) !== null;

/** Python's `iter(…)`. @param {Value} value @returns {Iterator<Value>} */
export function iterate(value) {
  return iterator(value) ?? refuse(`There is nothing to go through in ${kindOf(value)}.`);
}

/** @param {Value} value @returns {Iterator<Value> | null} null if Python cannot iterate over it */
export function iterator(value) {
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

/** @param {Range} range */
function* stepsOf(range) {
  for (let index = 0; index < range.length; index++) yield range.at(index);
}

/** Python's `list(…)`. @param {Value} value @returns {Value[]} */
export function listOf(value) {
  const list = [];
  const all = iterate(value);
  for (let next = all.next(); !next.done; next = all.next()) {
    list.push(next.value);
    if (list.length > longestList) limitedList(list);
  }
  return list;
}

/** Lets `for … of` go through what `iterate` returns. @param {Value} value @returns {Iterable<Value>} */
export const each = (value) => {
  const all = iterate(value);
  return { [Symbol.iterator]: () => ({ next: () => all.next() }) };
};

/** The values from the last to the first; null if Python cannot do that. @param {Value} value @returns {Iterator<Value> | null} */
export function backwards(value) {
  if (isText(value)) return Array.from(plain(value)).reverse()[Symbol.iterator]();
  if (value instanceof Stream || value instanceof Members || !hasSize(value)) return null;
  return listOf(value).reverse()[Symbol.iterator]();
}

/** Python's `value in collection`. @param {Value} value @param {Value} collection @returns {boolean} */
export function contains(collection, value) {
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

/**
 * The value at a place of a text or a list, from the end if it is negative; undefined beyond it.
 *
 * @param {Value} collection
 * @param {boolean | bigint} place
 * @returns {Value}
 */
export function itemAt(collection, place) {
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

/**
 * Python's `value[start:stop:step]`; null where nothing is given.
 *
 * @param {Value} value
 * @param {Value} start
 * @param {Value} stop
 * @param {Value} step
 * @returns {Value}
 */
export function slice(value, start, stop, step) {
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

/** @param {Range} range @param {number | null} start @param {number | null} stop @param {number} step */
function partOfRange(range, start, stop, step) {
  const { first, end } = sliceLimits(range.length, start, stop, step);
  const length = sliceIndexes(range.length, start, stop, step).length;
  return new Range(range.at(first), range.at(end), range.step * BigInt(step), length);
}

/** @param {number} length @param {number | null} start @param {number | null} stop @param {number} step */
function sliceIndexes(length, start, stop, step) {
  const { first, end } = sliceLimits(length, start, stop, step);
  const indexes = [];
  for (let at = first; step > 0 ? at < end : at > end; at += step) indexes.push(at);
  return indexes;
}

/** @param {number} length @param {number | null} start @param {number | null} stop @param {number} step */
function sliceLimits(length, start, stop, step) {
  if (step === 0) refuse("The step of [::] cannot be zero.");
  /** @param {number} limit */
  const within = (limit) => {
    const from = limit < 0 ? limit + length : limit;
    return step > 0
      ? Math.min(Math.max(from, 0), length)
      : Math.min(Math.max(from, -1), length - 1);
  };
  const first = start === null ? (step > 0 ? 0 : length - 1) : within(start);
  const end = stop === null ? (step > 0 ? length : -1) : within(stop);
  return { first, end };
}
