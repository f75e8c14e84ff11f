import { refuse } from "../mistake";
import { bound } from "./arguments";
import { compute } from "./arithmetic";
import { contains, hasSize, iterator } from "./collections";
import { compare, equal } from "./comparing";
import { textOf } from "./format/printing";
import { isLower, isUpper } from "./text";
import {
  Dict,
  DictView,
  isNumber,
  isText,
  Markup,
  Members,
  type Named,
  Undefined,
  type Value,
} from "./values";

type Test = readonly [parameters: readonly string[], run: (...values: Value[]) => boolean];

const asking = (run: (value: Value) => boolean): Test => [["value"], run];

const ordering = (isRight: (order: number) => boolean): Test => [
  ["first operand", "second operand"],
  (a, b) => isRight(compare(a, b)),
];

const same: Test = [["first operand", "second operand"], equal];
const different: Test = [["first operand", "second operand"], (a, b) => !equal(a, b)];

const greater = ordering((order) => order > 0);
const less = ordering((order) => order < 0);
const least = ordering((order) => order >= 0);
const most = ordering((order) => order <= 0);

const modulo = (rest: bigint): Test => asking((value) => equal(compute("%", value, 2n), rest));

const sameas: Test = [
  ["value", "other"],
  (value, other) => {
    const isSingle = (one: Value) => one === null || typeof one === "boolean";
    return isSingle(value) || isSingle(other)
      ? value === other
      : refuse('"sameas" is supported for none, true and false only.');
  },
];

const tests: Readonly<Record<string, Test>> = {
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

export const hasTest = (name: string) => Object.hasOwn(tests, name);

export function applyTest(
  name: string,
  value: Value,
  args: readonly Value[],
  named: Named,
): boolean {
  const test = hasTest(name) ? tests[name] : undefined;
  if (!test) return refuse(`The test "${name}" cannot be used here.`);
  const [parameters, run] = test;
  return run(...bound(name, parameters, [value, ...args], named));
}
