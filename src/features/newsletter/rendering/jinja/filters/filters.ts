import { refuse } from "../../mistake";
import { bound, type Parameter } from "../arguments";
import type { Named, Value } from "../values";
import { listFilters } from "./lists";
import { numberFilters } from "./numbers";
import { textFilters } from "./text";

/** The facts about the template that filters use. `isHtml` says whether values are escaped. */
export type Context = {
  isHtml: boolean;
  filter: (name: string, value: Value, args: readonly Value[], named: Named) => Value;
  test: (name: string, value: Value, args: readonly Value[], named: Named) => boolean;
};

/** A filter whose arguments come in the order of its parameters. The first is what stands before `|`. */
export type Filter = {
  parameters: readonly Parameter[];
  run: (context: Context, ...values: Value[]) => Value;
};

/** A filter whose arguments come as they are written. */
export type FreeFilter = {
  run: (context: Context, value: Value, args: readonly Value[], named: Named) => Value;
};

const filters: Readonly<Record<string, Filter | FreeFilter>> = {
  ...textFilters,
  ...numberFilters,
  ...listFilters,
};

export const hasFilter = (name: string) => Object.hasOwn(filters, name);

/**
 * True if Jinja2 hands a filter the names that the template sets. Then it computes it while it
 * renders, never before.
 */
export const needsNames = (name: string) =>
  ["map", "select", "reject", "selectattr", "rejectattr"].includes(name);

export function applyFilter(
  context: Context,
  name: string,
  value: Value,
  args: readonly Value[],
  named: Named,
): Value {
  const filter = hasFilter(name) ? filters[name] : undefined;
  if (!filter) return refuse(`The filter "${name}" cannot be used here.`);
  if (!("parameters" in filter)) return filter.run(context, value, args, named);
  return filter.run(context, ...bound(name, filter.parameters, [value, ...args], named));
}
