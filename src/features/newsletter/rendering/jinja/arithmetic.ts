import { refuse } from "../mistake";
import { limitedList } from "./collections";
import { formatPercent } from "./format/percent";
import { escaped } from "./format/printing";
import {
  divideFloats,
  divideInts,
  limitedFloat,
  limitedInt,
  power,
  quotientOf,
  toFloat,
} from "./numbers";
import { limited, repeated } from "./text";
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
  type Value,
} from "./values";

const ofInts: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "//": (a, b) => divideInts(a, b)[0],
  "%": (a, b) => divideInts(a, b)[1],
};

const ofFloats: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "//": (a, b) => divideFloats(a, b)[0],
  "%": (a, b) => divideFloats(a, b)[1],
};

/** Computes `a operator b`. */
export function compute(operator: string, a: Value, b: Value): Value {
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

function computeNumbers(operator: string, a: bigint | number, b: bigint | number) {
  if (operator === "/") return quotientOf(a, b);
  if (operator === "**") return power(a, b);
  if (typeof a === "bigint" && typeof b === "bigint") {
    const result = ofInts[operator]?.(a, b);
    return result === undefined ? refuse(`"${operator}" is not known.`) : limitedInt(result);
  }
  return limitedFloat(ofFloats[operator]?.(toFloat(a), toFloat(b)) ?? Number.NaN);
}

function sum(a: Value, b: Value): Value {
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

function times(value: Value, count: bigint): Value {
  if (value instanceof Markup) return new Markup(repeated(value.text, count));
  if (typeof value === "string") return repeated(value, count);
  const items = itemsOf(value);
  if (!items) return refuse(`"*" cannot be used on ${kindOf(value)} and a number.`);
  if (BigInt(items.length) * count > 100_000n) refuse("The list gets too long.");
  const all: Value[] = [];
  for (let round = 0n; round < count; round++) all.push(...items);
  return value instanceof Tuple ? new Tuple(all) : all;
}

/** Python's `-value` and `+value`. */
export function signed(sign: "-" | "+", value: Value): bigint | number {
  demand(value);
  if (!isNumber(value)) return refuse(`"${sign}" cannot be used on ${kindOf(value)}.`);
  return sign === "-" ? -counted(value) : counted(value);
}
