// @ts-check

import { refuse } from "../../mistake.mjs";
import { bound } from "../arguments.mjs";
import { listFilters } from "./lists.mjs";
import { numberFilters } from "./numbers.mjs";
import { textFilters } from "./text.mjs";

/** @typedef {import("../values.mjs").Value} Value */
/** @typedef {import("../values.mjs").Named} Named */

/**
 * What filters know of the template. `isHtml` says whether values are escaped.
 *
 * @typedef {{
 *   isHtml: boolean,
 *   filter: (name: string, value: Value, args: readonly Value[], named: Named) => Value,
 *   test: (name: string, value: Value, args: readonly Value[], named: Named) => boolean,
 * }} Context
 */

/**
 * A filter whose arguments come in the order of its parameters. The first is what stands before `|`.
 *
 * @typedef {{
 *   parameters: readonly import("../arguments.mjs").Parameter[],
 *   run: (context: Context, ...values: Value[]) => Value,
 * }} Filter
 */

/**
 * A filter whose arguments come as they are written.
 *
 * @typedef {{ run: (context: Context, value: Value, args: readonly Value[], named: Named) => Value }} FreeFilter
 */

/** @type {Readonly<Record<string, Filter | FreeFilter>>} */
const filters = { ...textFilters, ...numberFilters, ...listFilters };

/** @param {string} name */
export const hasFilter = (name) => Object.hasOwn(filters, name);

/**
 * Whether Jinja2 hands a filter the names that the template sets. Then it computes it while it
 * renders, never before.
 *
 * @param {string} name
 */
export const needsNames = (name) =>
  ["map", "select", "reject", "selectattr", "rejectattr"].includes(name);

/** @param {Context} context @param {string} name @param {Value} value @param {readonly Value[]} args @param {Named} named @returns {Value} */
export function applyFilter(context, name, value, args, named) {
  const filter = hasFilter(name) ? filters[name] : undefined;
  if (!filter) return refuse(`The filter "${name}" cannot be used here.`);
  if (!("parameters" in filter)) return filter.run(context, value, args, named);
  return filter.run(context, ...bound(name, filter.parameters, [value, ...args], named));
}
