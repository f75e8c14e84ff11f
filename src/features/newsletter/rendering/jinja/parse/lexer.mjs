// @ts-check
import { TemplateMistake } from "../../mistake.mjs";
import { space, stripEnd } from "../text.mjs";

/**
 * A part of a template. `type` is `data` for text between tags, `open` and `close` for the ends of a
 * tag, `name`, `string`, `integer`, `float`, `operator`, and `end` for the end of the template.
 *
 * @typedef {{ type: string, value: string, line: number, number?: bigint | number }} Token
 */

const sticky = (/** @type {string} */ source) => new RegExp(source, "uy");

const opening = new RegExp(
  `\\{%[-+]?[${space}]*raw[${space}]*(?:-%\\}[${space}]*|%\\})|\\{[{%#][-+]?`,
  "gu",
);
const closings = {
  "{{": sticky(`-\\}\\}[${space}]*|\\}\\}`),
  "{%": sticky(`\\+%\\}|-%\\}[${space}]*|%\\}`),
};
const commentEnd = new RegExp(`\\+#\\}|-#\\}[${space}]*|#\\}`, "gu");
const rawEnd = new RegExp(
  `\\{%([-+]?)[${space}]*endraw[${space}]*(?:\\+%\\}|-%\\}[${space}]*|%\\})`,
  "gu",
);

const whiteSpace = sticky(`[${space}]+`);
/** @type {readonly (readonly [type: string, pattern: RegExp])[]} */
const patterns = [
  ["float", /(?<!\.)(?:\d+_)*\d+(?:(?:\.(?:\d+_)*\d+)?e[+-]?(?:\d+_)*\d+|\.(?:\d+_)*\d+)/iuy],
  ["integer", /0b(?:_?[01])+|0o(?:_?[0-7])+|0x(?:_?[\da-f])+|[1-9](?:_?\d)*|0(?:_?0)*/iuy],
  ["name", /[\p{L}\p{N}_]+/uy],
  ["string", /'[^'\\]*(?:\\[\s\S][^'\\]*)*'|"[^"\\]*(?:\\[\s\S][^"\\]*)*"/uy],
  ["operator", /\/\/|\*\*|==|!=|>=|<=|[-+/*%~[\](){}><=.:|,;]/uy],
];

/** @type {Readonly<Record<string, string>>} */
const pairs = { "(": ")", "[": "]", "{": "}" };

const unreadable = "This tag cannot be read.";

/**
 * Splits a template into tokens, as Jinja2 does with its usual settings.
 *
 * @param {string} template
 * @returns {Token[]}
 * @throws {TemplateMistake}
 */
export function tokenize(template) {
  const source = template.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  /** @type {Token[]} */
  const tokens = [];
  const lineAt = lineCounter(source);
  let at = 0;
  /** @param {string} text @param {number} from */
  const addData = (text, from) => {
    if (text !== "") tokens.push({ type: "data", value: text, line: lineAt(from) });
  };
  for (;;) {
    opening.lastIndex = at;
    const found = opening.exec(source);
    const text = source.slice(at, found?.index);
    addData(found && /^..-/.test(found[0]) ? stripEnd(text, null) : text, at);
    if (!found) break;
    const line = lineAt(found.index);
    const inside = found.index + found[0].length;
    const mark = found[0].slice(0, 2);
    if (found[0].includes("raw")) {
      at = readRaw(source, inside, line, addData);
    } else if (mark === "{#") {
      at = endOf(commentEnd, source, inside) ?? fail("{# has no #}.", line);
    } else {
      tokens.push({ type: "open", value: mark, line });
      at = readTag(source, inside, mark === "{{" ? "{{" : "{%", lineAt, tokens, line);
    }
  }
  tokens.push({ type: "end", value: "", line: lineAt(source.length) });
  return tokens;
}

/** @param {string} message @param {number} line @returns {never} */
function fail(message, line) {
  throw new TemplateMistake(message, line);
}

/** Returns the line of a place. The places must not go backwards. @param {string} source */
function lineCounter(source) {
  let line = 1;
  let counted = 0;
  return (/** @type {number} */ place) => {
    for (; counted < place; counted++) if (source[counted] === "\n") line++;
    return line;
  };
}

/** @param {RegExp} pattern @param {string} source @param {number} from */
function endOf(pattern, source, from) {
  pattern.lastIndex = from;
  return pattern.exec(source) ? pattern.lastIndex : undefined;
}

/** @param {string} source @param {number} from @param {number} line @param {(text: string, from: number) => void} addData */
function readRaw(source, from, line, addData) {
  rawEnd.lastIndex = from;
  const end = rawEnd.exec(source);
  if (!end) return fail("{% raw %} has no {% endraw %}.", line);
  const text = source.slice(from, end.index);
  addData(end[1] === "-" ? stripEnd(text, null) : text, from);
  return rawEnd.lastIndex;
}

/**
 * @param {string} source
 * @param {number} from
 * @param {"{{" | "{%"} mark
 * @param {(place: number) => number} lineAt
 * @param {Token[]} tokens
 * @param {number} line of the start of the tag
 * @returns {number} the place after the tag
 */
function readTag(source, from, mark, lineAt, tokens, line) {
  let at = from;
  /** @type {string[]} */
  const open = [];
  const closing = closings[mark];
  for (;;) {
    if (open.length === 0) {
      closing.lastIndex = at;
      if (closing.test(source)) {
        tokens.push({ type: "close", value: mark, line: lineAt(at) });
        return closing.lastIndex;
      }
    }
    whiteSpace.lastIndex = at;
    if (whiteSpace.test(source)) {
      at = whiteSpace.lastIndex;
      continue;
    }
    const token = readToken(source, at, lineAt(at));
    if (!token) {
      if (at < source.length) return fail(unreadable, line);
      // The tag is not closed: the parser misses its end.
      return at;
    }
    if (token.type === "operator") balance(open, token);
    tokens.push(token);
    at += token.length;
  }
}

/** @param {string[]} open @param {Token} token */
function balance(open, { value, line }) {
  const end = pairs[value];
  if (end) open.push(end);
  else if (/^[)\]}]$/.test(value) && open.pop() !== value) {
    fail(`There is a "${value}" that closes nothing.`, line);
  }
}

/** @param {string} source @param {number} at @param {number} line @returns {(Token & { length: number }) | undefined} */
function readToken(source, at, line) {
  for (const [type, pattern] of patterns) {
    pattern.lastIndex = at;
    const [text] = pattern.exec(source) ?? [];
    if (text === undefined) continue;
    const token = { type, value: text, line, length: text.length };
    if (type === "string") return { ...token, value: unescaped(text.slice(1, -1), line) };
    if (type === "integer") return { ...token, number: integerOf(text, line) };
    if (type === "float") {
      const number = Number(text.replaceAll("_", ""));
      if (!Number.isFinite(number)) fail("The number gets too large.", line);
      return { ...token, number };
    }
    // Python treats letters with two spellings, such as ﬁ, as one name.
    if (type === "name" && (!/^[\p{L}_]/u.test(text) || text.normalize("NFKC") !== text)) {
      fail(unreadable, line);
    }
    return token;
  }
  return undefined;
}

/** @param {string} text @param {number} line */
function integerOf(text, line) {
  const digits = text.replaceAll("_", "");
  if (digits.length > 1000) fail("The number gets too large.", line);
  return BigInt(digits);
}

/** @type {Readonly<Record<string, string>>} */
const controls = {
  ...{ "\\": "\\", "'": "'", '"': '"', "\n": "", a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r" },
  ...{ t: "\t", v: "\v" },
};

/** @param {string} text between the quotes @param {number} line */
function unescaped(text, line) {
  return text.replace(
    /\\(?:([0-7]{1,3})|x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([\s\S]))/gu,
    (found, octal, ...rest) => {
      const [x, u, long, sign] = rest;
      if (sign === undefined) {
        const code =
          octal === undefined ? Number.parseInt(x ?? u ?? long, 16) : Number.parseInt(octal, 8);
        if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) fail(unreadable, line);
        return String.fromCodePoint(code);
      }
      if (/[xuUN]|\P{ASCII}/u.test(sign)) fail(unreadable, line);
      return Object.hasOwn(controls, sign) ? (controls[sign] ?? "") : found;
    },
  );
}
