import { z } from "@/shared/config/zod";
import { sentences } from "@/shared/format/sentences";
import type { FieldComplaint } from "./errors";

/** FastAPI's complaints about fields. */
const complaintsSchema = z.array(
  z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() }),
);

const maxDetail = 2_000;

/** The names under which servers put their sentence, the most telling first. */
const names = ["message", "msg", "error", "detail", "title"] as const;

/**
 * Reads the server's own text from the body of a response that is no 2xx: `detail` as a sentence, as
 * FastAPI's list of complaints, as an object or a list with sentences; without it, the body itself.
 */
export function readDetail(body: unknown): { detail?: string; fields?: readonly FieldComplaint[] } {
  const sent = isRecord(body) ? (body.detail ?? body) : undefined;
  const complaints = complaintsSchema.safeParse(sent).data;
  if (complaints) {
    const fields = complaints.map(({ loc, msg }) => ({
      field: fieldOf(loc),
      message: messageOf(msg),
    }));
    const said = fields.map(({ field, message }) => (field ? `${field}: ${message}` : message));
    const detail = sentences(...said)?.slice(0, maxDetail);
    return { ...(detail && { detail }), fields };
  }
  const detail = (textOf(sent) ?? textOf(body))?.slice(0, maxDetail);
  return detail ? { detail } : {};
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
