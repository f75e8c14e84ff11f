import { Evaluator } from "./jinja/evaluator";
import { globals } from "./jinja/globals";
import { parse } from "./jinja/parse/parser";
import { tooDeep } from "./jinja/parse/tree";
import { resolveNames } from "./jinja/scopes";
import { Dict, type Piece, type Value } from "./jinja/values";
import { TemplateMistake } from "./mistake";
import { checkNames } from "./names";

/**
 * Fills a Jinja2 template. What it accepts, it renders to the letter as Jinja2 does; all else is a
 * mistake. It has no access to JavaScript's objects or code: a template sees only the variables. An
 * unknown name is a mistake, never an empty text.
 * The variables are texts, and lists of records of texts; `isHtml` says whether values are escaped.
 * `lines` gives the source line of each line of the text. Throws a `TemplateMistake`.
 */
export function fill(
  source: string,
  variables: Readonly<Record<string, unknown>>,
  { isHtml }: { isHtml: boolean },
): { text: string; lines: number[] } {
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

function toValue(given: unknown): Value {
  if (typeof given === "string") return given.replace(/\p{Surrogate}/gu, "\ufffd");
  if (Array.isArray(given)) return given.map(toValue);
  if (typeof given === "object" && given !== null) {
    return new Dict(Object.entries(given).map(([key, value]) => [key, toValue(value)]));
  }
  return given;
}

/** Caches the last templates, because a newsletter fills the same two again and again. */
const known = new Map();

function read(source: string, names: readonly string[]) {
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

/** Puts the parts of an output together, and says which line of the template each line is of. */
function withLines(pieces: readonly Piece[]) {
  const lines = [1];
  const texts = [];
  let begins = true;
  for (const { text, line: start, isSource } of pieces) {
    if (text === "") continue;
    let line = start;
    if (begins) lines[lines.length - 1] = line;
    for (const _ of text.matchAll(/\n/g)) {
      if (isSource) line++;
      lines.push(line);
    }
    texts.push(text);
    begins = text.endsWith("\n");
  }
  return { text: texts.join(""), lines };
}
