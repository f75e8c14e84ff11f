import { TemplateMistake } from "../../mistake";
import { space, stripEnd } from "../text";

/**
 * A part of a template. `type` is `data` for text between tags, `open` and `close` for the ends of a
 * tag, `name`, `string`, `integer`, `float`, `operator`, and `end` for the end of the template.
 */
export type Token = { type: string; value: string; line: number; number?: bigint | number };

const sticky = (source: string) => new RegExp(source, "uy");

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
const patterns: readonly (readonly [type: string, pattern: RegExp])[] = [
  ["float", /(?<!\.)(?:\d+_)*\d+(?:(?:\.(?:\d+_)*\d+)?e[+-]?(?:\d+_)*\d+|\.(?:\d+_)*\d+)/iuy],
  ["integer", /0b(?:_?[01])+|0o(?:_?[0-7])+|0x(?:_?[\da-f])+|[1-9](?:_?\d)*|0(?:_?0)*/iuy],
  ["name", /[\p{L}\p{N}_]+/uy],
  ["string", /'[^'\\]*(?:\\[\s\S][^'\\]*)*'|"[^"\\]*(?:\\[\s\S][^"\\]*)*"/uy],
  ["operator", /\/\/|\*\*|==|!=|>=|<=|[-+/*%~[\](){}><=.:|,;]/uy],
];

const pairs: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

const unreadable = "This tag cannot be read.";

/** Splits a template into tokens, as Jinja2 does with its usual settings. */
export function tokenize(template: string): Token[] {
  const source = template.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  const tokens: Token[] = [];
  const lineAt = lineCounter(source);
  let at = 0;
  const addData = (text: string, from: number) => {
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

function fail(message: string, line: number): never {
  throw new TemplateMistake(message, line);
}

/** Returns the line of a place. The places must not go backwards. */
function lineCounter(source: string) {
  let line = 1;
  let counted = 0;
  return (place: number) => {
    for (; counted < place; counted++) if (source[counted] === "\n") line++;
    return line;
  };
}

function endOf(pattern: RegExp, source: string, from: number) {
  pattern.lastIndex = from;
  return pattern.exec(source) ? pattern.lastIndex : undefined;
}

function readRaw(
  source: string,
  from: number,
  line: number,
  addData: (text: string, from: number) => void,
) {
  rawEnd.lastIndex = from;
  const end = rawEnd.exec(source);
  if (!end) return fail("{% raw %} has no {% endraw %}.", line);
  const text = source.slice(from, end.index);
  addData(end[1] === "-" ? stripEnd(text, null) : text, from);
  return rawEnd.lastIndex;
}

/** `line` is that of the start of the tag. Returns the place after the tag. */
function readTag(
  source: string,
  from: number,
  mark: "{{" | "{%",
  lineAt: (place: number) => number,
  tokens: Token[],
  line: number,
): number {
  let at = from;
  const open: string[] = [];
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

function balance(open: string[], { value, line }: Token) {
  const end = pairs[value];
  if (end) open.push(end);
  else if (/^[)\]}]$/.test(value) && open.pop() !== value) {
    fail(`There is a "${value}" that closes nothing.`, line);
  }
}

function readToken(
  source: string,
  at: number,
  line: number,
): (Token & { length: number }) | undefined {
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

function integerOf(text: string, line: number) {
  const digits = text.replaceAll("_", "");
  if (digits.length > 1000) fail("The number gets too large.", line);
  return BigInt(digits);
}

const controls: Readonly<Record<string, string>> = {
  ...{ "\\": "\\", "'": "'", '"': '"', "\n": "", a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r" },
  ...{ t: "\t", v: "\v" },
};

/** `text` stands between the quotes. */
function unescaped(text: string, line: number) {
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
