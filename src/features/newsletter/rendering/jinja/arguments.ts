import { refuse } from "../mistake";
import { counted, demand, isInt, isText, kindOf, type Named, type Value } from "./values";

/** A parameter: a name, or a name with the value that it has if nothing is given. */
export type Parameter = string | readonly [name: string, value: Value];

/** Puts the arguments of a call in the order of the parameters. `name` is for the mistake. */
export function bound(
  name: string,
  parameters: readonly Parameter[],
  args: readonly Value[],
  named: Named,
): Value[] {
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

export function wholeText(name: string, value: Value): string {
  demand(value);
  if (!isText(value)) return refuse(`"${name}" needs a text, not ${kindOf(value)}.`);
  return typeof value === "string" ? value : value.text;
}

export function wholeNumber(name: string, value: Value): number {
  demand(value);
  if (!isInt(value)) return refuse(`"${name}" needs a whole number, not ${kindOf(value)}.`);
  const number = Number(counted(value));
  if (!Number.isSafeInteger(number)) refuse(`The number for "${name}" is too large.`);
  return number;
}
