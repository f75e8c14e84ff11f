// @ts-check
import { parse, tokenize } from "@huggingface/jinja";

/** A mistake in a template. `line` counts from 1; null if the mistake belongs to no line. */
export class TemplateMistake extends Error {
  /**
   * @param {string} message
   * @param {number | null} line
   */
  constructor(message, line) {
    super(message);
    this.line = line;
  }
}

/**
 * Parses a template so that its mistakes can name their line. The parser tracks no lines. So each
 * tag gets a comment before it, and each text a mark at its start, with the line number.
 *
 * @param {string} source
 * @returns {any} the program for the interpreter
 * @throws {TemplateMistake}
 */
export const parseWithLines = (source) =>
  parseMarked(tokensOf(source.replace(/[\uE000\uE001]/g, " ")));

/** @typedef {{ type: string, value: string }} Token */

const opens = new Set(["OpenExpression", "OpenStatement", "Comment"]);

/** @param {string} source @returns {Token[]} */
function tokensOf(source) {
  const places = placesOf(source);
  let tokens;
  try {
    tokens = tokenize(source);
  } catch {
    const broken = places.find(({ tag }) => tag === undefined || !isReadable(tag));
    throw new TemplateMistake("This tag cannot be read.", broken?.line ?? null);
  }
  // The lines are reliable only if the tokenizer and `placesOf` found the same number of tags.
  const sure = tokens.filter(({ type }) => opens.has(type)).length === places.length;
  const marked = [];
  let next = 0;
  let textLine = 1;
  for (const token of tokens) {
    if (opens.has(token.type)) {
      const place = places[next++];
      marked.push({ type: "Comment", value: sure ? String(place?.line) : "" });
      textLine = place?.after ?? 1;
    }
    if (token.type === "Text") {
      const value = sure ? `\uE000${textLine}\uE001${token.value}` : token.value;
      marked.push({ type: "Text", value });
    } else if (token.type !== "Comment") {
      marked.push(token);
    }
  }
  return marked;
}

/** @param {string} tag */
function isReadable(tag) {
  try {
    tokenize(tag);
    return true;
  } catch {
    return false;
  }
}

/** Match a tag up to its end: the closing braces, unless they are inside a string. */
const endings = new Map([
  ["{{", /(?:"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|(?!\}\})[^"'])*\}\}/y],
  ["{%", /(?:"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|(?!%\})[^"'])*%\}/y],
  ["{#", /[\s\S]*?#\}/y],
]);

/**
 * Returns every tag with its line and the line of what follows it. An unclosed tag is the last.
 *
 * @param {string} source
 * @returns {{ tag?: string, line: number, after: number }[]}
 */
function placesOf(source) {
  const places = [];
  let line = 1;
  let counted = 0;
  /** @param {number} index */
  const lineAt = (index) => {
    for (; counted < index; counted++) if (source[counted] === "\n") line++;
    return line;
  };
  const opening = /\{[{%#]/g;
  for (let found = opening.exec(source); found; found = opening.exec(source)) {
    const begins = lineAt(found.index);
    const ending = endings.get(found[0]);
    if (!ending) break;
    ending.lastIndex = found.index + 2;
    if (!ending.test(source)) {
      places.push({ line: begins, after: begins });
      break;
    }
    let end = ending.lastIndex;
    opening.lastIndex = end;
    const tag = source.slice(found.index, end);
    if (tag.at(-3) === "-") while (/\s/.test(source[end] ?? "")) end++;
    places.push({ tag, line: begins, after: lineAt(end) });
  }
  return places;
}

/** @param {readonly Token[]} tokens */
function parseMarked(tokens) {
  try {
    return parseTokens(tokens);
  } catch (error) {
    const furthest = furthestRead(tokens);
    const open = openBlock(tokens);
    if (furthest >= tokens.length && open) {
      throw new TemplateMistake(`{% ${open.name} %} has no {% end${open.name} %}.`, open.line);
    }
    const unknown = /^Unknown statement type: (\w+)/.exec(messageOf(error))?.[1];
    throw new TemplateMistake(
      unknown ? `{% ${unknown} %} is not known here.` : "This tag cannot be understood.",
      lineBefore(tokens, Math.min(furthest, tokens.length - 1)),
    );
  }
}

/** @param {readonly Token[]} tokens */
// @ts-expect-error The parser accepts any object with a type and a value, whatever its class.
const parseTokens = (tokens) => parse(tokens);

/** Returns how far the parser gets before it fails. @param {readonly Token[]} tokens */
function furthestRead(tokens) {
  let furthest = 0;
  const watched = new Proxy(tokens, {
    get: (target, key) => {
      if (typeof key === "string" && /^\d+$/.test(key)) furthest = Math.max(furthest, Number(key));
      return Reflect.get(target, key);
    },
  });
  try {
    parseTokens(watched);
  } catch {
    // The caller has this error already.
  }
  return furthest;
}

/** @param {readonly Token[]} tokens @param {number} index */
function lineBefore(tokens, index) {
  for (let at = index; at >= 0; at--) {
    if (tokens[at]?.type === "Comment") return Number(tokens[at]?.value) || null;
  }
  return null;
}

/** Returns the innermost block that is never closed. @param {readonly Token[]} tokens */
function openBlock(tokens) {
  /** @type {{ name: string, line: number | null }[]} */
  const open = [];
  for (const [index, { type, value }] of tokens.entries()) {
    if (type !== "Identifier" || tokens[index - 1]?.type !== "OpenStatement") continue;
    if (["if", "for", "macro"].includes(value)) {
      open.push({ name: value, line: lineBefore(tokens, index) });
    } else if (value === `end${open.at(-1)?.name}`) open.pop();
  }
  return open.at(-1);
}

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** @param {string} text */
export const unmark = (text) => text.replace(/\uE000\d*\uE001|[\uE000\uE001]/g, "");

/** Removes the marks from a text and returns each line's source line. @param {string} marked */
export function withoutMarks(marked) {
  const lines = [1];
  const texts = [];
  let line = 1;
  let begins = true;
  for (const [index, part] of marked.split(/\uE000(\d+)\uE001/).entries()) {
    if (index % 2 === 1) {
      line = Number(part);
      if (begins) lines[lines.length - 1] = line;
    } else if (part !== "") {
      texts.push(part);
      for (const _ of part.matchAll(/\n/g)) lines.push(++line);
      begins = part.endsWith("\n");
    }
  }
  return { text: texts.join(""), lines };
}
