import { load } from "cheerio";
// @ts-expect-error The module has no types.
import mjmlToHtml from "mjml-browser";
import type { MailOrder, RenderedMail, TemplateError } from "../mail";
import { TemplateMistake } from "./mistake";
import { lostParts, mistakeInTags, shortened } from "./mjml-tags";
import { fill } from "./template";

/**
 * Renders the subject and the page of one mail, or returns the errors of their templates. `inTime`
 * stops work that takes too long, by throwing.
 */
export async function renderMail(
  { subject, mjml, variables }: MailOrder,
  inTime: <T>(work: () => T) => T,
): Promise<RenderedMail> {
  const errors: TemplateError[] = [];
  const attempt = <T>(part: TemplateError["part"], work: () => T): T | undefined => {
    try {
      return inTime(work);
    } catch (error) {
      const { message, line } = mistakeOf(error);
      errors.push({ part, line, message });
      return undefined;
    }
  };
  const line = attempt("subject", () => oneLine(fill(subject, variables, { isHtml: false }).text));
  const body = attempt("body", () => fill(mjml, variables, { isHtml: true }));
  const page = body && (await toPage(body));
  if (line !== undefined && page && !page.errors) {
    const { html, removed } = page;
    const size = new TextEncoder().encode(html).length;
    return { ok: true, subject: line, html, size, removed: removed.slice(0, 100) };
  }
  errors.push(...(page?.errors ?? []));
  // There is one at least: a part that is missing has left its own.
  return { ok: false, errors: errors.slice(0, 10) as [TemplateError, ...TemplateError[]] };
}

function mistakeOf(error: unknown) {
  if (error instanceof TemplateMistake) return error;
  // The timeout error may come from another context, so `instanceof Error` is not reliable.
  const code = typeof error === "object" && error && "code" in error ? error.code : undefined;
  if (code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
  return new TemplateMistake("The template takes too long.", null);
}

/**
 * Puts the subject on one line. Control characters would end a header, and a mail without a subject
 * that can be seen is taken for spam.
 */
function oneLine(text: string) {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  if (/^[\p{Default_Ignorable_Code_Point}\s]*$/u.test(line))
    throw new TemplateMistake("The subject is empty.", null);
  if (line.length > 500)
    throw new TemplateMistake("The subject is longer than 500 characters.", null);
  return line;
}

/** Removes control characters, which no page may hold. */
const withoutControls = (text: string) => text.replace(/(?![\n\t])\p{Cc}/gu, "");

const largestMjml = 2_000_000;

type FromMjml = { html: string; errors: readonly { line: number; message: string }[] };

async function toPage({ text: given, lines }: { text: string; lines: readonly number[] }) {
  const text = withoutControls(given);
  const wrong = (message: string, line?: number): TemplateError => ({
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
    const { html, errors }: FromMjml = await mjmlToHtml(text, {
      validationLevel: "soft",
      fonts: {},
    });
    if (errors.length === 0) {
      const { page, removed } = withoutCode(html);
      const code = [...removed].flatMap(({ message, sign }) =>
        linesOf(text, sign).map((line) => wrong(message, line)),
      );
      const lost = lostParts(text).map(({ message, line }) => wrong(message, line));
      return { html: page, removed: once([...code, ...lost]) };
    }
    return { errors: once(errors.map(({ line, message }) => wrong(`${message}.`, line))) };
  } catch (error) {
    // MJML throws for an element in a place where it does not expect one.
    if (error instanceof TypeError) {
      return { errors: [wrong("An element stands where MJML does not allow it.")] };
    }
    return { errors: [wrong(error instanceof Error ? error.message : "This is no MJML.")] };
  }
}

/** A loop repeats the same mistake: it is said once. */
const once = (errors: readonly TemplateError[]) => [
  ...new Map(errors.map((error) => [`${error.line} ${error.message}`, error])).values(),
];

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

/** Attributes that show an image, which may be part of the mail itself. */
const images = ["src", "background"];

/**
 * Removes all code from a page, and returns what was removed, each once. `sign` finds it in the
 * template, names in any case: parsers lower those of tags and attributes. Mail programs run no
 * scripts, but these pages are shown elsewhere too. The page is parsed as a browser does, because
 * `mj-raw` and texts let any HTML through.
 */
function withoutCode(given: string) {
  const page = load(given, { scriptingEnabled: false });
  const removed: Map<string, { message: string; sign: RegExp }> = new Map();
  const addressesLeftOut: Set<string> = new Set();
  const tell = (message: string, pattern: string, flags: string = "gi") =>
    removed.set(`${pattern} ${message}`, { message, sign: new RegExp(pattern, flags) });
  page(carriers).each((_, element) => {
    const { name } = element;
    const tag = name === "meta" ? "<meta(?=[^<>]*http-equiv)" : `<${quoted(name)}(?=[\\s/>])`;
    tell(`<${name}> is left out of the mail.`, tag);
  });
  page(carriers).remove();
  page("*").each((_, element) => {
    if (!("attribs" in element)) return;
    for (const [name, value] of Object.entries(element.attribs)) {
      const isCode = name.startsWith("on") || name === "srcdoc";
      const isAddress = addresses.includes(name);
      if (!isCode && !(isAddress && !isHarmless(value, images.includes(name)))) continue;
      delete element.attribs[name];
      if (isCode) {
        tell(
          `${name}="…" is left out of the mail: mails run no code.`,
          `(?<=[\\s"'/])${quoted(name)}\\s*=`,
        );
      } else {
        const written = [value, value.replaceAll("&", "&amp;")].map(quoted).join("|");
        // Whole, because it may begin another address.
        const whole = `(?<=["'=]\\s*)(?:${written})(?=["'>\\s])`;
        tell(`The address ${shortened(value)} is left out of the mail.`, whole, "g");
        addressesLeftOut.add(value).add(value.replaceAll("&", "&amp;"));
      }
    }
  });
  // MJML repeats images and links in comments that Outlook reads.
  const html = page
    .html()
    .replace(/<!--\[if[\s\S]*?-->/g, (comment) =>
      [...addressesLeftOut].reduce((text, value) => text.replaceAll(`"${value}"`, '""'), comment),
    );
  return { page: html, removed: removed.values() };
}

/** A pattern that finds this very text. */
const quoted = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/** The lines where a sign is found; one line that is undefined if it is nowhere. */
function linesOf(text: string, sign: RegExp) {
  let [line, counted] = [1, 0];
  const lines = Array.from(text.matchAll(sign), ({ index }) => {
    line += text.slice(counted, index).split("\n").length - 1;
    counted = index;
    return line;
  });
  return lines.length > 0 ? [...new Set(lines)] : [undefined];
}

/** Schemes that open a page, an app, a call or a message, and run nothing in a page. */
const harmless =
  /^(https?|mailto|mid|tel|callto|sms|smsto|mms|whatsapp|tg|viber|skype|facetime|facetime-audio|fb-messenger|line|signal|sgnl|geo|maps|webcals?|market|itms-apps|ftps?|sftp|ssh|xmpp|sips?|im|ircs?|matrix|news|nntp|urn|bitcoin|magnet|openpgp4fpr|slack|msteams|zoommtg|zoomus|spotify|fb|instagram|twitter|discord|waze|comgooglemaps)$/i;

/**
 * Allows links without a scheme and harmless ones; for images also parts of the mail and images in
 * the address itself, but for SVG, which may hold code.
 */
function isHarmless(address: string, isImage: boolean) {
  // Browsers ignore control characters and white space anywhere in a scheme.
  const plain = address.replace(/[\p{Cc}\s]/gu, "");
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(plain) ?? [];
  if (scheme === undefined || harmless.test(scheme)) return true;
  return isImage && /^(cid:|data:image\/(png|jpe?g|gif|webp|avif|bmp)[;,])/i.test(plain);
}
