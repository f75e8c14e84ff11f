import { randomUUID } from "node:crypto";
import type { Context as Call } from "hono";
import * as z from "zod/mini";
import type { Endpoint } from "@/shared/api/endpoint";
import { isIdName } from "@/shared/api/path";
import type { User } from "../kernel/context.ts";
import type { RequestTo } from "../kernel/handler.ts";
import { type FieldIssue, Refusal } from "../kernel/refusal.ts";
import { type KeyedCommand, readKeyedCommand } from "./idempotency.ts";
import { receiveFile } from "./receive-file.ts";
import type { Serving } from "./serving.ts";

/**
 * Parses a request by the endpoint's schemas; a file is received into a folder. `keyed` is undefined
 * for a GET, and without an idempotency key. Throws a 404 Refusal for a malformed path parameter, and
 * a 422 Refusal that lists every issue of the query or of the body.
 */
export async function readRequest(
  call: Call,
  endpoint: Endpoint,
  user: User,
  { ports }: Pick<Serving, "ports">,
): Promise<{ readonly request: RequestTo<Endpoint>; readonly keyed: KeyedCommand | undefined }> {
  const text = endpoint.body && (await readText(call));
  const file = endpoint.file && (await receiveFile(call, endpoint.file, ports.mediaStore.incoming));
  const content = file ? file.sha256 : text;
  const keyed =
    endpoint.method === "GET" ? undefined : keyedCommandOf(call, endpoint, user, content);
  const request: RequestTo<Endpoint> = {
    params: readParams(call),
    query: endpoint.query && readQuery(endpoint.query, call),
    body: endpoint.body && check(endpoint.body, parseJson(text ?? ""), "body"),
    file,
    user,
    command: keyed ? JSON.stringify([keyed.userId, keyed.key]) : randomUUID(),
  };
  return { request, keyed };
}

function keyedCommandOf(call: Call, { method }: Endpoint, user: User, content: string | undefined) {
  const { pathname, search } = new URL(call.req.url);
  const key = call.req.header("Idempotency-Key");
  return readKeyedCommand(key, user.id, [method, pathname, search, content]);
}

/** Throws a 404 Refusal for a malformed id. Ids are integers of 4 bytes in the database. */
function readParams(call: Call): RequestTo<Endpoint>["params"] {
  const params: Record<string, string> = call.req.param();
  for (const [name, value] of Object.entries(params)) {
    if (isIdName(name) && !(/^[1-9]\d{0,9}$/.test(value) && Number(value) < 2 ** 31)) {
      throw new Refusal(404, "Not Found");
    }
    if (value.includes("\0")) throw new Refusal(404, "Not Found");
  }
  return params;
}

/**
 * Returns the body as text. Throws a 422 Refusal unless it is JSON: a foreign form could send other
 * types without a preflight.
 */
async function readText(call: Call): Promise<string> {
  const type = call.req.header("Content-Type") ?? "";
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type)) {
    const msg = "Content-Type must be application/json.";
    throw new Refusal(422, [{ loc: ["header", "Content-Type"], msg, type: "content_type" }]);
  }
  return call.req.text();
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (!nullCharacter.test(text) && !hasLoneSurrogate(text, value)) return value;
  } catch {
    throw new Refusal(422, [{ loc: ["body"], msg: "JSON decode error", type: "json_invalid" }]);
  }
  const msg = "Text must not contain null characters or halves of characters.";
  throw new Refusal(422, [{ loc: ["body"], msg, type: "value_error" }]);
}

/**
 * An escaped U+0000, which PostgreSQL cannot store in a text: an odd number of backslashes and u0000.
 */
const nullCharacter = /(?<!\\)(?:\\\\)*\\u0000/;

/**
 * Returns true if the value contains a lone surrogate, which PostgreSQL's JSON refuses.
 * JSON.stringify escapes lone surrogates only.
 */
const hasLoneSurrogate = (text: string, value: unknown) =>
  /\\ud/i.test(text) && /(?<!\\)(?:\\\\)*\\ud/.test(JSON.stringify(value));

/**
 * Parses the query. Booleans may be written in the ways that FastAPI accepts: `1`, `yes`, `on` and
 * so on.
 */
function readQuery(schema: z.ZodMiniObject, call: Call) {
  const given: Record<string, string> = call.req.query();
  // Without a prototype, and asked for own fields only: `?constructor=1` names what every object has.
  const query: Record<string, unknown> = Object.create(null);
  for (const [name, text] of Object.entries(given)) {
    const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    const flag = flags.get(text.toLowerCase());
    const wantsFlag = field && flag !== undefined && z.safeParse(field, flag).success;
    query[name] =
      wantsFlag && !z.safeParse(field, text).success ? flag : text.replaceAll("\0", "\uFFFD");
  }
  return check(schema, query, "query");
}

const flags = new Map(
  Object.entries({ true: true, "1": true, on: true, t: true, yes: true, y: true }).concat(
    Object.entries({ false: false, "0": false, off: false, f: false, no: false, n: false }),
  ),
);

function check<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  place: "body" | "query",
): z.output<Schema> {
  const read = schema.safeParse(value, { reportInput: true });
  if (read.success) return read.data;
  throw new Refusal(
    422,
    read.error.issues.flatMap((issue) => toFieldIssues(issue, place)),
  );
}

/** Returns a zod issue in FastAPI's format. */
function toFieldIssues(issue: z.core.$ZodIssue, place: string): FieldIssue[] {
  const loc = [place, ...issue.path.map((key) => (typeof key === "number" ? key : String(key)))];
  if (issue.code === "unrecognized_keys") {
    const msg = "Extra inputs are not permitted";
    return issue.keys.map((key) => ({ loc: [...loc, key], msg, type: "extra_forbidden" }));
  }
  const missing = issue.code !== "custom" && issue.input === undefined;
  if (missing) return [{ loc, msg: "Field required", type: "missing" }];
  return [{ loc, msg: issue.message, type: issue.code }];
}
