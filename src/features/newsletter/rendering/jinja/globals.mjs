// @ts-check
import { refuse } from "../mistake.mjs";
import { bound, wholeNumber, wholeText } from "./arguments.mjs";
import { listOf } from "./collections.mjs";
import { Callable, Dict, itemsOf, Members, Namespace, Range } from "./values.mjs";

/** @typedef {import("./values.mjs").Value} Value */
/** @typedef {import("./values.mjs").Named} Named */

const longestRange = 1000;

/** @param {readonly Value[]} args @param {Named} named */
function range(args, named) {
  if (named.size > 0 || args.length === 0 || args.length > 3) {
    return refuse('"range" needs one to three numbers.');
  }
  const numbers = args.map((value) => BigInt(wholeNumber("range", value)));
  const [first = 0n, second, step = 1n] = numbers;
  if (step === 0n) refuse('The step of "range" cannot be zero.');
  const [start, stop] = second === undefined ? [0n, first] : [first, second];
  const distance = step > 0n ? stop - start : start - stop;
  const size = step > 0n ? step : -step;
  const length = distance <= 0n ? 0n : (distance + size - 1n) / size;
  if (length > longestRange) refuse("range() makes at most 1,000 numbers.");
  return new Range(start, stop, step, Number(length));
}

/** @param {readonly Value[]} args @param {Named} named */
function dict(args, named) {
  const [given] = bound("dict", [["mapping", null]], args, new Map());
  const pairs =
    given === null
      ? []
      : given instanceof Dict
        ? [...given.entries.values()]
        : listOf(given).map((pair) => {
            const [key, value, ...rest] = itemsOf(pair) ?? [];
            if (value === undefined || rest.length > 0) refuse('"dict" needs pairs.');
            return /** @type {const} */ ([key, value]);
          });
  return new Dict([...pairs, ...named]);
}

/** @param {readonly Value[]} args @param {Named} named */
function cycler(args, named) {
  if (args.length === 0 || named.size > 0)
    return refuse('"cycler" needs the values to go through.');
  let at = 0;
  return new Members("cycler", {
    current: () => args[at],
    next: () =>
      new Callable("next", () => {
        const value = args[at];
        at = (at + 1) % args.length;
        return value;
      }),
    reset: () =>
      new Callable("reset", () => {
        at = 0;
        return null;
      }),
  });
}

/** @param {readonly Value[]} args @param {Named} named */
function joiner(args, named) {
  const [separator] = bound("joiner", [["sep", ", "]], args, named);
  wholeText("joiner", separator);
  let isUsed = false;
  return new Callable("joiner", () => {
    const value = isUsed ? separator : "";
    isUsed = true;
    return value;
  });
}

/** The functions that every template has. @type {Readonly<Record<string, Value>>} */
export const globals = {
  range: new Callable("range", range),
  dict: new Callable("dict", dict),
  cycler: new Callable("cycler", cycler),
  joiner: new Callable("joiner", joiner),
  namespace: new Callable("namespace", (args, named) => new Namespace(dict(args, named))),
};
