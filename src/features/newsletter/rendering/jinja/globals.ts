import { refuse } from "../mistake";
import { bound, wholeNumber, wholeText } from "./arguments";
import { listOf } from "./collections";
import {
  Callable,
  Dict,
  itemsOf,
  Members,
  type Named,
  Namespace,
  Range,
  type Value,
} from "./values";

const longestRange = 1000;

function range(args: readonly Value[], named: Named) {
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

function dict(args: readonly Value[], named: Named) {
  const [given] = bound("dict", [["mapping", null]], args, new Map());
  const pairs =
    given === null
      ? []
      : given instanceof Dict
        ? [...given.entries.values()]
        : listOf(given).map((pair) => {
            const [key, value, ...rest] = itemsOf(pair) ?? [];
            if (value === undefined || rest.length > 0) refuse('"dict" needs pairs.');
            return [key, value] as const;
          });
  return new Dict([...pairs, ...named]);
}

function cycler(args: readonly Value[], named: Named) {
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

function joiner(args: readonly Value[], named: Named) {
  const [separator] = bound("joiner", [["sep", ", "]], args, named);
  wholeText("joiner", separator);
  let isUsed = false;
  return new Callable("joiner", () => {
    const value = isUsed ? separator : "";
    isUsed = true;
    return value;
  });
}

/** The functions that every template has. */
export const globals: Readonly<Record<string, Value>> = {
  range: new Callable("range", range),
  dict: new Callable("dict", dict),
  cycler: new Callable("cycler", cycler),
  joiner: new Callable("joiner", joiner),
  namespace: new Callable("namespace", (args, named) => new Namespace(dict(args, named))),
};
