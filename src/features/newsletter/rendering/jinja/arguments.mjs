// @ts-check
import { refuse } from "../mistake.mjs";
import { counted, demand, isInt, isText, kindOf } from "./values.mjs";

/** @typedef {import("./values.mjs").Value} Value */
/** @typedef {import("./values.mjs").Named} Named */

/**
 * A parameter: a name, or a name with the value that it has if nothing is given.
 *
 * @typedef {string | readonly [name: string, value: Value]} Parameter
 */

/**
 * Puts the arguments of a call in the order of the parameters.
 *
 * @param {string} name of what is called, for the mistake
 * @param {readonly Parameter[]} parameters
 * @param {readonly Value[]} args
 * @param {Named} named
 * @returns {Value[]}
 */
export function bound(name, parameters, args, named) {
  if (args.length > parameters.length) refuse(`"${name}" gets too many arguments.`);
  const names = parameters.map((parameter) =>
    typeof parameter === "string" ? parameter : parameter[0],
  );
  for (const key of named.keys()) {
    const at = names.indexOf(key);
    if (at < 0) refuse(`"${name}" has no argument "${key}".`);
    if (at < args.length) refuse(`"${name}" gets its argument "${key}" twice.`);
  }
  return parameters.map((parameter, at) => {
    if (at < args.length) return args[at];
    const key = names[at] ?? "";
    if (named.has(key)) return named.get(key);
    if (typeof parameter === "string") return refuse(`"${name}" needs an argument "${key}".`);
    return parameter[1];
  });
}

/** @param {string} name @param {Value} value @returns {string} */
export function wholeText(name, value) {
  demand(value);
  if (!isText(value)) return refuse(`"${name}" needs a text, not ${kindOf(value)}.`);
  return typeof value === "string" ? value : value.text;
}

/** @param {string} name @param {Value} value @returns {number} */
export function wholeNumber(name, value) {
  demand(value);
  if (!isInt(value)) return refuse(`"${name}" needs a whole number, not ${kindOf(value)}.`);
  const number = Number(counted(value));
  if (!Number.isSafeInteger(number)) refuse(`The number for "${name}" is too large.`);
  return number;
}
