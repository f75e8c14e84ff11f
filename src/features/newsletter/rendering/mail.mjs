// @ts-check
import { load } from "cheerio";
// @ts-expect-error The module has no types.
import mjmlToHtml from "mjml-browser";
import { TemplateMistake } from "./lines.mjs";
import { fill } from "./template.mjs";

/** @typedef {import("../mail.ts").TemplateError} TemplateError */

/**
 * Renders the subject and the page of one mail, or returns the errors of their templates.
 *
 * @param {{ subject: string, mjml: string, variables: Readonly<Record<string, unknown>> }} mail
 * @param {<T>(work: () => T) => T} inTime stops work that takes too long, by throwing
 */
export async function renderMail({ subject, mjml, variables }, inTime) {
  /** @type {TemplateError[]} */
  const errors = [];
  /** @type {<T>(part: TemplateError["part"], work: () => T) => T | undefined} */
  const attempt = (part, work) => {
    try {
      return inTime(work);
    } catch (error) {
      const { message, line } = mistakeOf(error);
      errors.push({ part, line, message });
      return undefined;
    }
  };
  const line = attempt("subject", () => oneLine(fill(subject, variables, (text) => text).text));
  const body = attempt("body", () => fill(mjml, variables, escapeHtml));
  const page = body && (await toPage(body));
  if (page?.errors) errors.push(...page.errors);
  return errors.length > 0
    ? { ok: false, errors: errors.slice(0, 10) }
    : { ok: true, subject: line, html: page?.html };
}

/** @param {unknown} error */
function mistakeOf(error) {
  if (error instanceof TemplateMistake) return error;
  // The timeout error may come from another context, so `instanceof Error` is not reliable.
  const code = typeof error === "object" && error && "code" in error ? error.code : undefined;
  if (code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
  return new TemplateMistake("The template takes too long.", null);
}

/**
 * Puts the subject on one line. Control characters would end a header, and a mail without a subject
 * is taken for spam.
 *
 * @param {string} text
 */
function oneLine(text) {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  if (line === "") throw new TemplateMistake("The subject is empty.", null);
  if (line.length > 500)
    throw new TemplateMistake("The subject is longer than 500 characters.", null);
  return line;
}

/** @type {Readonly<Record<string, string>>} */
const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes for text and quoted attributes: MJML passes both on unchanged. @param {string} text */
const escapeHtml = (text) =>
  text.replace(/[&<>"']/g, (sign) => entities[sign] ?? "").replace(/(?![\n\t])\p{Cc}/gu, "");

const largestMjml = 2_000_000;

/** @param {{ text: string, lines: readonly number[] }} body */
async function toPage({ text, lines }) {
  /** @param {string} message @param {number} [line] @returns {TemplateError} */
  const wrong = (message, line) => ({
    part: "body",
    line: (line !== undefined && lines[line - 1]) || null,
    message,
  });
  if (text.trim() === "") return { errors: [wrong("The template is empty.")] };
  if (text.length > largestMjml) return { errors: [wrong("The mail is larger than 2 MB.")] };
  const untidy = mistakeInTags(text);
  if (untidy) return { errors: [wrong(untidy.message, untidy.line)] };
  try {
    // No external font is fetched unless the template itself names it.
    const { html, errors } = await mjmlToHtml(text, { validationLevel: "soft", fonts: {} });
    if (errors.length === 0) return { html: withoutCode(html) };
    // A loop repeats the same mistake: report it once.
    const said = new Map(
      errors.map((/** @type {{ line: number, message: string }} */ error) => [
        `${lines[error.line - 1]} ${error.message}`,
        error,
      ]),
    );
    return { errors: [...said.values()].map(({ line, message }) => wrong(`${message}.`, line)) };
  } catch (error) {
    return { errors: [wrong(error instanceof Error ? error.message : "This is no MJML.")] };
  }
}

/**
 * Finds unclosed tags and `mj-include`. MJML closes an open tag silently, and the rest of the mail
 * is lost. It ignores `mj-include`, which would read a file.
 *
 * @param {string} text
 */
function mistakeInTags(text) {
  /** @type {{ name: string, line: number }[]} */
  const open = [];
  let line = 1;
  const tags = /\n|<!--[\s\S]*?(?:-->|$)|<(\/?)(mj[\w-]*)((?:"[^"]*"|'[^']*'|[^"'>])*?)(\/?)>/gi;
  for (const [found, closes, name = "", , closed] of text.matchAll(tags)) {
    const begins = line;
    line += found.split("\n").length - 1;
    const tag = name.toLowerCase();
    if (tag === "" || closed) {
      if (tag === "mj-include") return { message: "mj-include is not supported.", line: begins };
      continue;
    }
    if (tag === "mj-include") return { message: "mj-include is not supported.", line: begins };
    if (!closes) open.push({ name: tag, line: begins });
    else if (open.at(-1)?.name === tag) open.pop();
    else {
      const last = open.at(-1);
      if (last) return { message: `<${last.name}> is not closed.`, line: last.line };
      return { message: `</${tag}> closes nothing.`, line: begins };
    }
  }
  const last = open.at(-1);
  return last && { message: `<${last.name}> is not closed.`, line: last.line };
}

/** Elements that carry code or another page, whatever a mail program does with them. */
const carriers =
  "script, iframe, frame, frameset, object, embed, applet, base, svg, math, form, meta[http-equiv=refresh i]";
const addresses = [
  "href",
  "src",
  "action",
  "formaction",
  "background",
  "poster",
  "data",
  "xlink:href",
];

/**
 * Removes all code from a page. Mail programs run no scripts, but these pages are shown elsewhere
 * too. The page is parsed as a browser does, because `mj-raw` and texts let any HTML through.
 *
 * @param {string} html
 */
function withoutCode(html) {
  const page = load(html, { scriptingEnabled: false });
  page(carriers).remove();
  page("*").each((_, element) => {
    if (!("attribs" in element)) return;
    for (const [name, value] of Object.entries(element.attribs)) {
      const isCode = name.startsWith("on") || name === "srcdoc";
      if (isCode || (addresses.includes(name) && !isHarmless(value))) delete element.attribs[name];
    }
  });
  return page.html();
}

/** Allows links to the web, mail, telephone, and those without a scheme. @param {string} address */
function isHarmless(address) {
  // Browsers ignore control characters and white space anywhere in a scheme.
  const plain = address.replace(/[\p{Cc}\s]/gu, "");
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(plain) ?? [];
  return scheme === undefined || /^(https?|mailto|tel)$/i.test(scheme);
}
