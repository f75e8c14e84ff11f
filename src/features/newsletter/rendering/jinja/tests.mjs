// @ts-check
import { refuse } from "../mistake.mjs";
import { bound } from "./arguments.mjs";
import { compute } from "./arithmetic.mjs";
import { contains, hasSize, iterator } from "./collections.mjs";
import { compare, equal } from "./comparing.mjs";
import { textOf } from "./format/printing.mjs";
import { isLower, isUpper } from "./text.mjs";
import { Dict, DictView, isNumber, isText, Markup, Members, Undefined } from "./values.mjs";

/** @typedef {import("./values.mjs").Value} Value */
/** @typedef {readonly [parameters: readonly string[], run: (...values: Value[]) => boolean]} Test */

/** @param {(value: Value) => boolean} run @returns {Test} */
const asking = (run) => [["value"], run];

/** @param {(order: number) => boolean} isRight @returns {Test} */
const ordering = (isRight) => [
  ["first operand", "second operand"],
  (a, b) => isRight(compare(a, b)),
];

/** @type {Test} */
const same = [["first operand", "second operand"], equal];
/** @type {Test} */
const different = [["first operand", "second operand"], (a, b) => !equal(a, b)];

const greater = ordering((order) => order > 0);
const less = ordering((order) => order < 0);
const least = ordering((order) => order >= 0);
const most = ordering((order) => order <= 0);

/** @param {bigint} rest @returns {Test} */
const modulo = (rest) => asking((value) => equal(compute("%", value, 2n), rest));

/** @type {Test} */
const sameas = [
  ["value", "other"],
  (value, other) => {
    const isSingle = (/** @type {Value} */ one) => one === null || typeof one === "boolean";
    return isSingle(value) || isSingle(other)
      ? value === other
      : refuse('"sameas" is supported for none, true and false only.');
  },
];

/** @type {Readonly<Record<string, Test>>} */
const tests = {
  odd: modulo(1n),
  even: modulo(0n),
  divisibleby: [["value", "num"], (value, by) => equal(compute("%", value, by), 0n)],
  defined: asking((value) => !(value instanceof Undefined)),
  undefined: asking((value) => value instanceof Undefined),
  none: asking((value) => value === null),
  boolean: asking((value) => typeof value === "boolean"),
  true: asking((value) => value === true),
  false: asking((value) => value === false),
  integer: asking((value) => typeof value === "bigint"),
  float: asking((value) => typeof value === "number"),
  number: asking(isNumber),
  string: asking(isText),
  mapping: asking((value) => value instanceof Dict),
  sequence: asking(
    (value) => hasSize(value) && !(value instanceof DictView || value instanceof Members),
  ),
  iterable: asking((value) =>
    value instanceof Members ? value.size !== null : iterator(value) !== null,
  ),
  lower: asking((value) => isLower(textOf(value))),
  upper: asking((value) => isUpper(textOf(value))),
  escaped: asking((value) => value instanceof Markup),
  sameas,
  in: [["value", "seq"], (value, values) => contains(values, value)],
  ...{ "==": same, eq: same, equalto: same, "!=": different, ne: different },
  ...{ ">": greater, gt: greater, greaterthan: greater, ">=": least, ge: least },
  ...{ "<": less, lt: less, lessthan: less, "<=": most, le: most },
};

/** @param {string} name */
export const hasTest = (name) => Object.hasOwn(tests, name);

/** @param {string} name @param {Value} value @param {readonly Value[]} args @param {import("./values.mjs").Named} named @returns {boolean} */
export function applyTest(name, value, args, named) {
  const test = hasTest(name) ? tests[name] : undefined;
  if (!test) return refuse(`The test "${name}" cannot be used here.`);
  const [parameters, run] = test;
  return run(...bound(name, parameters, [value, ...args], named));
}
