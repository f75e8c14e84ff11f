import { refuse } from "../mistake";
import { compareTexts } from "./text";
import {
  counted,
  Dict,
  DictView,
  demand,
  isNumber,
  isText,
  itemsOf,
  kindOf,
  plain,
  Range,
  Tuple,
  Undefined,
  type Value,
} from "./values";

/** Python's `==`. */
export function equal(a: Value, b: Value): boolean {
  if (isText(a) && isText(b)) return plain(a) === plain(b);
  if (isNumber(a) && isNumber(b)) return !(counted(a) < counted(b) || counted(a) > counted(b));
  if (a instanceof Undefined && b instanceof Undefined) return true;
  if (a instanceof Dict && b instanceof Dict) {
    return (
      a.entries.size === b.entries.size &&
      [...a.entries.values()].every(([key, value]) => b.has(key) && equal(value, b.get(key)))
    );
  }
  if (a instanceof Range && b instanceof Range) {
    if (a.length !== b.length || a.length === 0) return a.length === b.length;
    return a.start === b.start && (a.length === 1 || a.step === b.step);
  }
  if (a instanceof DictView && b instanceof DictView)
    refuse("keys(), values() and items() cannot be compared here; add |list.");
  const [first, second] = [itemsOf(a), itemsOf(b)];
  if (first && second && a instanceof Tuple === b instanceof Tuple) {
    return first.length === second.length && first.every((item, at) => equal(item, second[at]));
  }
  return a === b;
}

/** Orders two values: negative if the first is less, 0 if they are equal. */
export function compare(a: Value, b: Value): number {
  demand(a);
  demand(b);
  if (isText(a) && isText(b)) return compareTexts(plain(a), plain(b));
  if (isNumber(a) && isNumber(b)) {
    return counted(a) < counted(b) ? -1 : counted(a) > counted(b) ? 1 : 0;
  }
  const [first, second] = [itemsOf(a), itemsOf(b)];
  if (first && second && a instanceof Tuple === b instanceof Tuple) {
    const at = first.findIndex(
      (item, index) => index >= second.length || !equal(item, second[index]),
    );
    if (at < 0 || at >= second.length) return first.length - second.length;
    return compare(first[at], second[at]);
  }
  return refuse(`Which one is greater cannot be said of ${kindOf(a)} and ${kindOf(b)}.`);
}

/**
 * Sorts as Python does. Which of the values Python compares depends on its way of sorting, and some
 * comparisons fail. So all values must be of one kind. Equal values keep their order, reversed too.
 */
export function sorted(
  values: Value[],
  keyOf: (value: Value) => Value,
  isReversed: boolean,
): Value[] {
  const rows = values.map((value) => ({ value, key: keyOf(value) }));
  if (rows.length > 1)
    checkAlike(
      rows.map(({ key }) => key),
      false,
    );
  rows.sort((a, b) => (isReversed ? compare(b.key, a.key) : compare(a.key, b.key)));
  return rows.map(({ value }) => value);
}

/** `isInside` of a list equal values are not compared further. */
function checkAlike(keys: Value[], isInside: boolean) {
  const [sample] = keys;
  if (keys.every(isText) || keys.every(isNumber)) return;
  const isEmpty = (key: Value) => key === null || key instanceof Undefined;
  if (isInside && keys.every((key) => isEmpty(key) && equal(key, sample))) return;
  const lists = keys.map(itemsOf);
  const isTuple = sample instanceof Tuple;
  if (lists.some((list) => !list) || keys.some((key) => key instanceof Tuple !== isTuple)) {
    for (const key of keys) demand(key);
    refuse("Only texts or only numbers can be put in order, not both, and nothing else.");
  }
  const longest = Math.max(...lists.map((list) => list?.length ?? 0));
  for (let at = 0; at < longest; at++) {
    checkAlike(
      lists.filter((list) => (list?.length ?? 0) > at).map((list) => list?.[at]),
      true,
    );
  }
}
