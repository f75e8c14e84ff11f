type Finding = { message: string; line: number };

/**
 * A tag of MJML or a comment, with what stands before it. `name` is as it is written, and empty for a
 * comment.
 */
type Tag = {
  before: string;
  beforeLine: number;
  closes: boolean;
  name: string;
  attributes: string;
  isClosed: boolean;
  line: number;
};

const tagOrComment = /<!--[\s\S]*?(?:-->|$)|<(\/?)(mj[\w-]*)((?:"[^"]*"|'[^']*'|[^"'>])*?)(\/?)>/gi;

const breaksIn = (text: string) => text.split("\n").length - 1;

/** The last tag is one without a name, at the end of the text. */
function* tagsOf(text: string): Generator<Tag> {
  let line = 1;
  let end = 0;
  for (const { 0: found, index, ...groups } of text.matchAll(tagOrComment)) {
    const before = text.slice(end, index);
    const beforeLine = line;
    line += breaksIn(before);
    const { 1: slash = "", 2: name = "", 3: attributes = "", 4: closing = "" } = groups;
    yield {
      ...{ before, beforeLine, closes: slash !== "", name, attributes, line },
      isClosed: closing !== "",
    };
    line += breaksIn(found);
    end = index + found.length;
  }
  const before = text.slice(end);
  yield { before, beforeLine: line, closes: false, name: "", attributes: "", isClosed: true, line };
}

/**
 * Finds unclosed tags, tags with capital letters, a second `mjml` and `mj-include`. MJML closes an open
 * tag silently, and the rest of the mail is lost. It leaves out `<mj-Text>` with all that it holds, and
 * all before the last `mjml`. It ignores `mj-include`, which would read a file.
 */
export function mistakeInTags(text: string): Finding | undefined {
  const open: { name: string; line: number }[] = [];
  let hasRoot = false;
  for (const { closes, name, isClosed, line } of tagsOf(text)) {
    const tag = name.toLowerCase();
    if (name !== tag && tag !== "mj-include") {
      const slash = closes ? "/" : "";
      return { message: `<${slash}${name}> must be written <${slash}${tag}>.`, line };
    }
    if (tag === "mj-include") return { message: "mj-include is not supported.", line };
    if (tag === "mjml" && !closes) {
      if (hasRoot) return { message: "There is a second <mjml>; a mail has one.", line };
      hasRoot = true;
    }
    if (tag === "" || isClosed) continue;
    if (!closes) open.push({ name: tag, line });
    else if (open.at(-1)?.name === tag) open.pop();
    else {
      const last = open.at(-1);
      if (last) return { message: `<${last.name}> is not closed.`, line: last.line };
      return { message: `</${tag}> closes nothing.`, line };
    }
  }
  const last = open.at(-1);
  return last && { message: `<${last.name}> is not closed.`, line: last.line };
}

/** Elements that hold HTML. In all others MJML leaves text out. */
const holdsHtml = new Set([
  ...[
    "mj-accordion-text",
    "mj-accordion-title",
    "mj-button",
    "mj-html-attribute",
    "mj-navbar-link",
  ],
  ...["mj-preview", "mj-raw", "mj-social-element", "mj-style", "mj-table", "mj-text", "mj-title"],
]);

/** Spaces, and characters that no font draws, such as a zero-width space. */
const unseen = /^[\p{Default_Ignorable_Code_Point}\s]*$/u;

/** The same by their names in HTML. */
const unseenEntity =
  /&(?:nbsp|NonBreakingSpace|ensp|emsp(?:1[34])?|numsp|puncsp|thinsp|ThinSpace|hairsp|VeryThinSpace|MediumSpace|ThickSpace|ZeroWidthSpace|Negative(?:VeryThin|Thin|Medium|Thick)Space|zwnj|zwj|lrm|rlm|shy|NoBreak|af|ApplyFunction|it|InvisibleTimes|ic|InvisibleComma|Tab|NewLine);/g;

const numericEntity = /&#(?:x([\da-f]+)|(\d+));/gi;

function characterOf(entity: string, hex: string | undefined, decimal: string) {
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}

/** Nobody misses a text that shows nothing, such as entities that fill the preview. */
const isBlank = (text: string) =>
  unseen.test(text.replace(unseenEntity, "").replace(numericEntity, characterOf));

/** A text in quotes, without its end if it is long. */
export const shortened = (text: string) => `"${text.slice(0, 40)}${text.length > 40 ? "…" : ""}"`;

/** What may stand before `<mjml>`. */
const prolog = /^\s*(<\?xml[^>]*\?>\s*)?(<!doctype[^>]*>\s*)?$/i;

/**
 * Finds what MJML leaves out and does not tell: text outside of the elements for it, all of a second
 * `mj-body` or `mj-head`, its own tags where HTML stands, what follows a double quote in an attribute
 * in single quotes, and values in typographic quotes. The tags must be right.
 */
export function lostParts(text: string): Finding[] {
  const lost: Finding[] = [];
  const open: string[] = [];
  const seen = new Set();
  for (const { before, beforeLine, closes, name, attributes, isClosed, line } of tagsOf(text)) {
    const parent = open.at(-1);
    const html = open.find((tag) => holdsHtml.has(tag));
    const isInHtml = html !== undefined;
    if (!isInHtml && !isBlank(before) && !(parent === undefined && prolog.test(before))) {
      const start = before.search(/\S/);
      const place = parent === undefined ? "outside of <mjml>" : `directly in <${parent}>`;
      lost.push({
        message: `Text ${place} is left out of the mail: ${shortened(before.trim())}.`,
        line: beforeLine + breaksIn(before.slice(0, start)),
      });
    }
    if (name === "") continue;
    if (closes) {
      open.pop();
      continue;
    }
    if (!isInHtml) lost.push(...brokenAttributes(name, attributes, line));
    if (isInHtml) {
      lost.push({ message: `<${name}> in <${html}> does nothing: use HTML there.`, line });
    } else if (name === "mj-body" || name === "mj-head") {
      if (seen.has(name)) {
        lost.push({ message: `The second <${name}> is left out of the mail.`, line });
      }
      seen.add(name);
    }
    if (!isClosed) open.push(name);
  }
  return [...lost, ...typographicQuotes(text)];
}

const typographic = /<[a-z](?:"[^"]*"|'[^']*'|[^"'<>])*?\s([\w:-]+)\s*=\s*[“”„‟«»‘’‚″′]/gi;

/**
 * Finds attributes in quotation marks of a word processor, which become part of the value: the link
 * leads nowhere.
 */
function typographicQuotes(text: string): Finding[] {
  const read = text.replace(/<!--[\s\S]*?(?:-->|$)/g, (all) => "\n".repeat(breaksIn(all)));
  return Array.from(read.matchAll(typographic), ({ 0: found, 1: attribute, index }) => ({
    message: `The quotation marks around ${attribute} are typographic ones: write " for them.`,
    line: 1 + breaksIn(read.slice(0, index + found.length)),
  }));
}

const brokenAttributes = (name: string, attributes: string, line: number): Finding[] =>
  Array.from(attributes.matchAll(/([\w:-]+)\s*=\s*(?:"[^"]*"|'([^']*)')/g))
    .filter(([, , value]) => value?.includes('"'))
    .map(({ 1: attribute, index }) => ({
      message: `The attribute ${attribute} of <${name}> ends at its double quote: write &quot; for it.`,
      line: line + breaksIn(attributes.slice(0, index)),
    }));
