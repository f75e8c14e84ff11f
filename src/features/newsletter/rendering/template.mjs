// @ts-check
import { Evaluator } from "./jinja/evaluator.mjs";
import { globals } from "./jinja/globals.mjs";
import { parse } from "./jinja/parse/parser.mjs";
import { tooDeep } from "./jinja/parse/tree.mjs";
import { resolveNames } from "./jinja/scopes.mjs";
import { Dict } from "./jinja/values.mjs";
import { withLines } from "./lines.mjs";
import { TemplateMistake } from "./mistake.mjs";
import { checkNames } from "./names.mjs";

/** @typedef {import("./jinja/values.mjs").Value} Value */

/**
 * Fills a Jinja2 template. What it accepts, it renders to the letter as Jinja2 does; all else is a
 * mistake. It has no access to JavaScript's objects or code: a template sees only the variables. An
 * unknown name is a mistake, never an empty text.
 *
 * @param {string} source
 * @param {Readonly<Record<string, unknown>>} variables texts, and lists of records of texts
 * @param {{ isHtml: boolean }} options whether values are escaped
 * @returns {{ text: string, lines: number[] }} `lines` gives the source line of each line
 *   of the text
 * @throws {TemplateMistake}
 */
export function fill(source, variables, { isHtml }) {
  const given = new Map(Object.entries(globals));
  for (const [name, value] of Object.entries(variables)) given.set(name, toValue(value));
  try {
    const template = read(source, [...given.keys()]);
    return withLines(new Evaluator(isHtml).render(template, given));
  } catch (error) {
    // JavaScript's own limit on calls within calls.
    if (error instanceof RangeError) {
      throw new TemplateMistake("The template calls itself without end.", null);
    }
    throw error;
  }
}

/** @param {unknown} given @returns {Value} */
function toValue(given) {
  if (typeof given === "string") return given.toWellFormed();
  if (Array.isArray(given)) return given.map(toValue);
  if (typeof given === "object" && given !== null) {
    return new Dict(Object.entries(given).map(([key, value]) => [key, toValue(value)]));
  }
  return given;
}

/** Caches the last templates, because a newsletter fills the same two again and again. */
const known = new Map();

/** @param {string} source @param {readonly string[]} names */
function read(source, names) {
  const before = known.get(source);
  if (before) return before;
  const template = parse(source);
  const deep = tooDeep(template);
  if (deep) throw new TemplateMistake("This tag has too many parts within parts.", deep.line);
  checkNames(template, names);
  resolveNames(template);
  if (known.size >= 4) known.clear();
  known.set(source, template);
  return template;
}
