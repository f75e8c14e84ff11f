// @ts-check
import { refuse } from "../mistake.mjs";
import { limitedList } from "./collections.mjs";
import { formatPercent } from "./format/percent.mjs";
import { escaped } from "./format/printing.mjs";
import {
  divideFloats,
  divideInts,
  limitedFloat,
  limitedInt,
  power,
  quotientOf,
  toFloat,
} from "./numbers.mjs";
import { limited, repeated } from "./text.mjs";
import {
  counted,
  demand,
  isInt,
  isNumber,
  isText,
  itemsOf,
  kindOf,
  Markup,
  plain,
  Tuple,
} from "./values.mjs";

/** @typedef {import("./values.mjs").Value} Value */

/** @type {Readonly<Record<string, (a: bigint, b: bigint) => bigint>>} */
const ofInts = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "//": (a, b) => divideInts(a, b)[0],
  "%": (a, b) => divideInts(a, b)[1],
};

/** @type {Readonly<Record<string, (a: number, b: number) => number>>} */
const ofFloats = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "//": (a, b) => divideFloats(a, b)[0],
  "%": (a, b) => divideFloats(a, b)[1],
};

/** Computes `a operator b`. @param {string} operator @param {Value} a @param {Value} b @returns {Value} */
export function compute(operator, a, b) {
  demand(a);
  if (operator === "%" && isText(a)) return formatPercent(a, b);
  demand(b);
  if (isNumber(a) && isNumber(b)) return computeNumbers(operator, counted(a), counted(b));
  if (operator === "+") return sum(a, b);
  if (operator === "*") {
    if (isInt(b)) return times(a, BigInt(b));
    if (isInt(a)) return times(b, BigInt(a));
  }
  return refuse(`"${operator}" cannot be used on ${kindOf(a)} and ${kindOf(b)}.`);
}

/** @param {string} operator @param {bigint | number} a @param {bigint | number} b */
function computeNumbers(operator, a, b) {
  if (operator === "/") return quotientOf(a, b);
  if (operator === "**") return power(a, b);
  if (typeof a === "bigint" && typeof b === "bigint") {
    const result = ofInts[operator]?.(a, b);
    return result === undefined ? refuse(`"${operator}" is not known.`) : limitedInt(result);
  }
  return limitedFloat(ofFloats[operator]?.(toFloat(a), toFloat(b)) ?? Number.NaN);
}

/** @param {Value} a @param {Value} b @returns {Value} */
function sum(a, b) {
  if (isText(a) && isText(b)) {
    if (a instanceof Markup || b instanceof Markup) {
      return new Markup(limited(escaped(a).text + escaped(b).text));
    }
    return limited(plain(a) + plain(b));
  }
  if (Array.isArray(a) && Array.isArray(b)) return limitedList([...a, ...b]);
  if (a instanceof Tuple && b instanceof Tuple) {
    return new Tuple(limitedList([...a.items, ...b.items]));
  }
  if ((isText(a) && isNumber(b)) || (isNumber(a) && isText(b))) {
    return refuse("A number and a text cannot be added with +; ~ puts them together.");
  }
  return refuse(`"+" cannot be used on ${kindOf(a)} and ${kindOf(b)}.`);
}

/** @param {Value} value @param {bigint} count @returns {Value} */
function times(value, count) {
  if (value instanceof Markup) return new Markup(repeated(value.text, count));
  if (typeof value === "string") return repeated(value, count);
  const items = itemsOf(value);
  if (!items) return refuse(`"*" cannot be used on ${kindOf(value)} and a number.`);
  if (BigInt(items.length) * count > 100_000n) refuse("The list gets too long.");
  /** @type {Value[]} */
  const all = [];
  for (let round = 0n; round < count; round++) all.push(...items);
  return value instanceof Tuple ? new Tuple(all) : all;
}

/** Python's `-value` and `+value`. @param {"-" | "+"} sign @param {Value} value @returns {bigint | number} */
export function signed(sign, value) {
  demand(value);
  if (!isNumber(value)) return refuse(`"${sign}" cannot be used on ${kindOf(value)}.`);
  return sign === "-" ? -counted(value) : counted(value);
}
