import { refuse } from "../../mistake";
import { wholeNumber } from "../arguments";
import {
  backwards,
  each,
  isTrue,
  iterate,
  listOf,
  sizeOrRefuse,
  slice as sliceOf,
} from "../collections";
import { compare, equal, sorted } from "../comparing";
import { attribute, attributeGetter } from "../members";
import {
  Dict,
  DictView,
  demand,
  Group,
  isText,
  keyOf,
  type Named,
  plain,
  Stream,
  Tuple,
  Undefined,
  type Value,
} from "../values";
import type { Context, Filter, FreeFilter } from "./filters";

const withoutCase = (value: Value): Value => (isText(value) ? plain(value).toLowerCase() : value);

function sortKey(path: Value, isCaseSensitive: Value): (value: Value) => Value {
  const get = attributeGetter(path);
  return isTrue(isCaseSensitive) ? get : (value) => withoutCase(get(value));
}

const fallback: Filter = {
  parameters: ["value", ["default_value", ""], ["boolean", false]],
  run: (_, value, other, boolean) =>
    value instanceof Undefined || (isTrue(boolean) && !isTrue(value)) ? other : value,
};

const first: Filter = {
  parameters: ["seq"],
  run: (_, values) => {
    const { done, value } = iterate(values).next();
    return done ? new Undefined("The list has no first value.") : value;
  },
};

const last: Filter = {
  parameters: ["seq"],
  run: (_, values) => {
    const all = backwards(values);
    if (!all) return refuse('"last" needs a list; add |list before it.');
    const { done, value } = all.next();
    return done ? new Undefined("The list has no last value.") : value;
  },
};

const reverse: Filter = {
  parameters: ["value"],
  run: (_, values) => {
    if (isText(values)) return sliceOf(values, null, null, -1n);
    const all = backwards(values);
    return all ? new Stream(all) : listOf(values).reverse();
  },
};

const length: Filter = { parameters: ["obj"], run: (_, value) => BigInt(sizeOrRefuse(value)) };

const sort: Filter = {
  parameters: ["value", ["reverse", false], ["case_sensitive", false], ["attribute", null]],
  run: (_, values, isReversed, isCaseSensitive, attribute) => {
    const paths = isText(attribute) ? plain(attribute).split(",") : [attribute];
    const keys = paths.map((path) => sortKey(path, isCaseSensitive));
    return sorted(listOf(values), (value) => keys.map((key) => key(value)), isTrue(isReversed));
  },
};

function* distinct(values: Value, isCaseSensitive: Value, attribute: Value) {
  const key = sortKey(attribute, isCaseSensitive);
  const seen = new Set();
  for (const value of each(values)) {
    const id = keyOf(key(value));
    if (seen.has(id)) continue;
    seen.add(id);
    yield value;
  }
}

/** A filter whose values are read once. */
const streaming = (
  parameters: Filter["parameters"],
  run: (...values: Value[]) => Iterator<Value>,
): Filter => ({ parameters, run: (_, ...values) => new Stream(run(...values)) });

const unique = streaming(["value", ["case_sensitive", false], ["attribute", null]], distinct);

const extreme = (isBetter: (order: number) => boolean): Filter => ({
  parameters: ["value", ["case_sensitive", false], ["attribute", null]],
  run: (_, values, isCaseSensitive, attribute) => {
    const key = sortKey(attribute, isCaseSensitive);
    const all = listOf(values);
    if (all.length === 0) return new Undefined("The list is empty.");
    let [best] = all;
    let bestKey = key(best);
    for (const value of all.slice(1)) {
      const next = key(value);
      if (!isBetter(compare(next, bestKey))) continue;
      best = value;
      bestKey = next;
    }
    return best;
  },
});

const groupby: Filter = {
  parameters: ["value", "attribute", ["default", null], ["case_sensitive", false]],
  run: (_, values, attribute, other, isCaseSensitive) => {
    const get = withDefault(attribute, other);
    const key = isTrue(isCaseSensitive) ? get : (value: Value) => withoutCase(get(value));
    const groups: { key: Value; items: Value[] }[] = [];
    for (const value of sorted(listOf(values), key, false)) {
      const latest = groups.at(-1);
      if (latest && equal(latest.key, key(value))) latest.items.push(value);
      else groups.push({ key: key(value), items: [value] });
    }
    return groups.map(({ items }) => new Group([get(items[0]), items]));
  },
};

function withDefault(path: Value, other: Value): (value: Value) => Value {
  if (other === null) return attributeGetter(path);
  const parts = isText(path) ? plain(path).split(".") : [path];
  const getters = parts.map((part) => attributeGetter(part));
  return (value) =>
    getters.reduce((found: Value, get) => {
      const next = get(found);
      return next instanceof Undefined ? other : next;
    }, value);
}

const dictsort: Filter = {
  parameters: ["value", ["case_sensitive", false], ["by", "key"], ["reverse", false]],
  run: (_, dict, isCaseSensitive, by, isReversed) => {
    demand(dict);
    if (!(dict instanceof Dict)) return refuse('"dictsort" needs a record.');
    if (by !== "key" && by !== "value") return refuse('"dictsort" sorts by "key" or "value".');
    const pairs = [...dict.entries.values()].map((pair) => new Tuple(pair));
    const key = (pair: Value) => (pair instanceof Tuple ? pair.items[by === "key" ? 0 : 1] : null);
    return sorted(
      pairs,
      (pair) => (isTrue(isCaseSensitive) ? key(pair) : withoutCase(key(pair))),
      isTrue(isReversed),
    );
  },
};

function* batches(values: Value, count: Value, filling: Value) {
  const most = wholeNumber("batch", count);
  let batch: Value[] = [];
  for (const value of each(values)) {
    if (batch.length === most) {
      yield batch;
      batch = [];
    }
    batch.push(value);
  }
  if (batch.length === 0) return;
  if (filling !== null && most > 10_000) refuse("The list gets too long.");
  while (filling !== null && batch.length < most) batch.push(filling);
  yield batch;
}

function* slices(values: Value, count: Value, filling: Value) {
  const all = listOf(values);
  const number = wholeNumber("slice", count);
  if (number === 0) refuse('"slice" needs at least one part.');
  if (number > 10_000) refuse("The list gets too long.");
  const [size, longer] = [Math.floor(all.length / number), all.length % number];
  let offset = 0;
  for (let at = 0; at < number; at++) {
    const start = offset + at * size;
    if (at < longer) offset++;
    const part = all.slice(start, offset + (at + 1) * size);
    if (filling !== null && at >= longer) part.push(filling);
    yield part;
  }
}

function* mapped(context: Context, values: Value, args: readonly Value[], named: Named) {
  if (!isTrue(values)) return;
  const change = mapping(context, args, named);
  for (const value of each(values)) yield change(value);
}

function mapping(context: Context, args: readonly Value[], named: Named): (value: Value) => Value {
  if (args.length === 0 && named.has("attribute")) {
    for (const name of named.keys()) {
      if (name !== "attribute" && name !== "default") refuse(`"map" has no argument "${name}".`);
    }
    return withDefault(named.get("attribute"), named.has("default") ? named.get("default") : null);
  }
  const [name, ...rest] = args;
  if (!isText(name)) return refuse('"map" needs the name of a filter, or attribute=….');
  return (value) => context.filter(plain(name), value, rest, named);
}

/** Makes `select`, `reject`, `selectattr` and `rejectattr`. */
function selection({
  isWanted,
  hasAttribute,
}: {
  isWanted: boolean;
  hasAttribute: boolean;
}): FreeFilter {
  function* chosen(context: Context, values: Value, args: readonly Value[], named: Named) {
    if (!isTrue(values)) return;
    if (hasAttribute && args.length === 0) refuse("The name of an attribute is missing.");
    const get = attributeGetter(hasAttribute ? args[0] : null);
    const [test, ...rest] = args.slice(hasAttribute ? 1 : 0);
    if (test !== undefined && !isText(test)) refuse("The name of a test is missing.");
    for (const value of each(values)) {
      const tried = get(value);
      const isGood = isText(test) ? context.test(plain(test), tried, rest, named) : isTrue(tried);
      if (isGood === isWanted) yield value;
    }
  }
  return { run: (context, ...call) => new Stream(chosen(context, ...call)) };
}

const list: Filter = { parameters: ["value"], run: (_, values) => listOf(values) };

const items: Filter = {
  parameters: ["value"],
  run: (_, value) => {
    if (value instanceof Undefined) return new Stream([][Symbol.iterator]());
    if (!(value instanceof Dict)) return refuse('"items" needs a record.');
    return new Stream(new DictView(value, "items").items[Symbol.iterator]());
  },
};

const batch = streaming(["value", "linecount", ["fill_with", null]], batches);

const slice = streaming(["value", "slices", ["fill_with", null]], slices);

const map: FreeFilter = { run: (context, ...call) => new Stream(mapped(context, ...call)) };

const attr: Filter = {
  parameters: ["obj", "name"],
  run: (_, value, name) => {
    const text = isText(name) ? plain(name) : refuse('"attr" needs the name of an attribute.');
    const found = attribute(value, text);
    return found === undefined ? new Undefined(`There is no attribute "${text}".`, true) : found;
  },
};

/** Filters on lists and records. */
export const listFilters: Readonly<Record<string, Filter | FreeFilter>> = {
  ...{ default: fallback, d: fallback, first, last, reverse, length, count: length, sort, unique },
  ...{ groupby, dictsort, list, items, batch, slice, map, attr },
  min: extreme((order) => order < 0),
  max: extreme((order) => order > 0),
  select: selection({ isWanted: true, hasAttribute: false }),
  reject: selection({ isWanted: false, hasAttribute: false }),
  selectattr: selection({ isWanted: true, hasAttribute: true }),
  rejectattr: selection({ isWanted: false, hasAttribute: true }),
};
