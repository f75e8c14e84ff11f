import { z } from "@/shared/config/zod";
import { preview, sentences } from "@/shared/format/text";
import type { FieldComplaint } from "../errors";
import { parseJson } from "./parse-json";

/** FastAPI's complaint about a field. */
const complaintSchema = z.object({
  loc: z.array(z.union([z.string(), z.number()])),
  msg: z.string(),
});

const maxDetail = 2_000;
/** In characters. A refusal is a sentence or two; more in plain text is a trace or a log. */
const maxPlainDetail = 300;

/** The names under which servers put their sentence, the most telling first. */
const names = [
  "message",
  "msg",
  "error_description",
  "error",
  "detail",
  "title",
  "reason",
  "errors",
];

/**
 * Reads the server's own text from the body of a response that is no 2xx: `detail` as a sentence, as
 * FastAPI's list of complaints, as an object or a list with sentences, or as lists by field; without it, the
 * body itself.
 */
export function readDetail(body: unknown): { detail?: string; fields?: readonly FieldComplaint[] } {
  const sent = isRecord(body) ? unpacked(body.detail ?? body) : undefined;
  const parts = partsOf(sent);
  const fields = parts.filter((part) => typeof part === "object");
  const said = parts.map((part) => {
    if (typeof part !== "object") return part;
    return part.field ? `${part.field}: ${part.message}` : part.message;
  });
  const detail = (sentences(...said) ?? textOf(sent) ?? textOf(body))?.slice(0, maxDetail);
  return { ...(detail && { detail }), ...(fields.length > 0 && { fields }) };
}

/**
 * Reads the reason of a refusal in plain text, such as Flask's `return "Name is taken.", 409`. Markup says
 * nothing in itself, nor does an error of the server's own: 'Internal Server Error'.
 */
export function readPlainDetail({ status, headers }: Response, text: string): { detail?: string } {
  const isPlain = /^text\/plain\b/i.test(headers.get("content-type") ?? "text/plain");
  if (!isPlain || status >= 500 || /<[a-z!/]/i.test(text)) return {};
  const detail = preview(text.trim().replace(/\s+/g, " "), maxPlainDetail);
  return detail === "" ? {} : { detail };
}

/** A `detail` may be JSON in a text: pydantic's `error.json()`. */
function unpacked(sent: unknown): unknown {
  return typeof sent === "string" && /^\s*[[{]/.test(sent) ? (parseJson(sent) ?? sent) : sent;
}

/** Returns the complaints about fields, and sentences; none if it is a single sentence. */
function partsOf(sent: unknown): readonly (FieldComplaint | string | undefined)[] {
  if (Array.isArray(sent)) return sent.map(complaintOf);
  if (!isRecord(sent) || names.some((name) => name in sent)) return [];
  // {"name": ["Name is taken."]}, as marshmallow and Django REST write it.
  return Object.entries(sent).flatMap(([field, said]) => {
    const message = Array.isArray(said) ? textOf(said) : undefined;
    if (message === undefined) return [];
    return /^(_schema|non_field_errors|__all__|__root__)$/.test(field)
      ? message
      : { field, message };
  });
}

/** The complaint about a field, or the sentences of what is none. */
function complaintOf(part: unknown): FieldComplaint | string | undefined {
  const { data } = complaintSchema.safeParse(part);
  return data ? { field: fieldOf(data.loc), message: messageOf(data.msg) } : textOf(part);
}

/** The sentences in a value of at most three levels. */
function textOf(value: unknown, levels = 3): string | undefined {
  if (typeof value === "string") return value.trim() || undefined;
  if (levels === 0) return undefined;
  if (Array.isArray(value)) return sentences(...value.map((part) => textOf(part, levels - 1)));
  if (!isRecord(value)) return undefined;
  for (const name of names) {
    const text = textOf(value[name], levels - 1);
    if (text !== undefined) return text;
  }
  return undefined;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * ["body", "credentials", "password"] is the field "credentials.password". Pydantic adds what is no field:
 * `__root__` for the whole (pydantic 1), and a validator such as `function-after[check(), url]`.
 */
function fieldOf([place, ...rest]: readonly (string | number)[]) {
  const path = place === "body" || place === "query" || place === "path" ? rest : [place, ...rest];
  const isField = (part: string | number | undefined) =>
    /^(?!__root__$)[\w-]+$/.test(`${part ?? ""}`);
  const end = path.findIndex((part) => !isField(part));
  return path.slice(0, end < 0 ? undefined : end).join(".");
}

/** Without the name of the exception that pydantic 2 puts before a validator's sentence. */
const messageOf = (msg: string) => msg.replace(/^(Value error|Assertion failed), /, "");
