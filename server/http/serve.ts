import { randomUUID } from "node:crypto";
import { Duplex } from "node:stream";
import { constants, createGzip, gzipSync } from "node:zlib";
import type { Context as Call, Hono } from "hono";
import * as z from "zod/mini";
import type { Documented } from "@/shared/api/documented";
import type { Endpoint, WireOf } from "@/shared/api/endpoint";
import { countDepartures } from "@/shared/api/lenient";
import { isIdName, type ParamName } from "@/shared/api/path";
import type { Context, Db } from "../context.ts";
import type { Database } from "../db/client.ts";
import { Fault } from "../fault.ts";
import type { Enqueue } from "../jobs/queue.ts";
import type { Log } from "../log.ts";
import type { Ports } from "../ports/ports.ts";
import { type FieldIssue, Refusal } from "../refusal.ts";
import type { JobRun, Parts, RequestRun, User } from "../use-case.ts";
import { acceptsEncoding } from "./accepted.ts";
import { entityTagOf, matchesEntityTag } from "./entity-tag.ts";
import {
  begin,
  type Claim,
  findReply,
  lockKey,
  readClaim,
  refuseReusedKey,
  type StoredReply,
  storeReply,
} from "./idempotency.ts";
import { checkRefusal } from "./refusals.ts";

/** The endpoints of the API, by slice and name. */
export type Api = { readonly [slice: string]: { readonly [name: string]: Documented } };

/** One request, parsed by the endpoint's schemas. */
export type RequestTo<E extends Endpoint> = {
  /** Decoded path parameters; those named `id` or `…Id` are whole numbers in decimal. */
  readonly params: { readonly [Name in ParamName<E["path"]>]: string };
  readonly query: Read<E["query"]>;
  readonly body: Read<E["body"]>;
  readonly user: User;
  /** Unique for each command; a repeat with the same idempotency key has the same value. */
  readonly command: string;
};

type Read<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined;

/**
 * Handles one endpoint. A plain function reads without a transaction for a GET, which may return a
 * list in parts; for every other method it runs in one transaction that a thrown Refusal rolls back.
 * A call to the outside world must not hold a transaction open, so it is written as `outside` and
 * opens its own. After a crash it may run again for the same command; it finds its earlier effect by
 * `request.command`.
 */
export type Handler<E extends Endpoint> =
  | ((request: RequestTo<E>, context: Context) => Promise<WireOf<E> | PartsOf<WireOf<E>>>)
  | { readonly outside: (request: RequestTo<E>, run: RequestRun) => Promise<WireOf<E>> };

type PartsOf<Wire> = Wire extends readonly (infer Item)[] ? Parts<Item> : never;

/** Exactly one handler for each endpoint. */
export type Handlers<A extends Api> = {
  readonly [Slice in keyof A]: { readonly [Name in keyof A[Slice]]: Handler<A[Slice][Name]> };
};

/** The dependencies of all handlers. */
export type Serving = {
  readonly database: Database;
  readonly ports: Ports;
  readonly enqueue: Enqueue;
  readonly speed: number;
  /** Throws a 401 Refusal unless the header holds a valid token. */
  readonly authenticate: (authorization: string | undefined) => Promise<User>;
  /** If true, a reply that breaks the contract throws a Fault. */
  readonly checkReplies: boolean;
  readonly log: Log;
};

/** The path of an endpoint on this server: `/api/v1/groups/{id}`. */
export const addressOf = ({ path }: Endpoint) => (path.startsWith("/") ? path : `/api/v1/${path}`);

/** Registers a route for each endpoint of the contract. */
export function serve<A extends Api>(
  app: Hono,
  api: A,
  handlers: Handlers<A>,
  serving: Serving,
): void {
  const calls = Object.entries(api).flatMap(([slice, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({
      endpoint,
      route: addressOf(endpoint).replace(/\{(\w+)\}/g, ":$1"),
      // Handlers<A> guarantees that it is this endpoint's handler; Object.entries loses that type.
      handler: handlers[slice]?.[name] as unknown as Handler<Endpoint>,
    })),
  );
  // Static segments before parameters, or groups/{id} would catch groups/new.
  calls.sort((one, other) =>
    compare(one.route.replaceAll(":", "~"), other.route.replaceAll(":", "~")),
  );
  const inFlight: InFlight = new Map();
  for (const { endpoint, route, handler } of calls) {
    app.on(endpoint.method, route, (call) =>
      answer(call, endpoint, handler, serving, inFlight).catch((error: unknown) => {
        if (serving.checkReplies) checkRefusal(endpoint, error);
        throw error;
      }),
    );
  }
  for (const route of new Set(calls.map((call) => call.route))) {
    const methods = calls
      .filter((call) => call.route === route)
      .map((call) => call.endpoint.method);
    app.all(route, (call) =>
      call.json({ detail: "Method Not Allowed" }, 405, { Allow: methods.join(", ") }),
    );
  }
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

const anonymous: User = { id: "", name: "" };

/** Commands that this process is running outside a transaction, by `request.command`. */
type InFlight = Map<
  string,
  { readonly claim: Claim; readonly running: Promise<{ readonly reply: StoredReply }> }
>;

async function answer(
  call: Call,
  endpoint: Documented,
  handler: Handler<Endpoint>,
  serving: Serving,
  inFlight: InFlight,
): Promise<Response> {
  const user = endpoint.authenticated
    ? await serving.authenticate(call.req.header("Authorization"))
    : anonymous;
  if (user !== anonymous) call.set("userId", user.id);
  const text = endpoint.body && (await readText(call));
  const { pathname, search } = new URL(call.req.url);
  const requestParts = [endpoint.method, pathname, search, text];
  const isRead = endpoint.method === "GET";
  const claim = isRead
    ? undefined
    : readClaim(call.req.header("Idempotency-Key"), user.id, requestParts);
  const request: RequestTo<Endpoint> = {
    params: readParams(call),
    query: endpoint.query && readQuery(endpoint.query, call),
    body: endpoint.body && check(endpoint.body, parseJson(text ?? ""), "body"),
    user,
    command: claim ? JSON.stringify([claim.userId, claim.key]) : randomUUID(),
  };
  const { database } = serving;

  if (typeof handler !== "function") {
    const first = claim && inFlight.get(request.command);
    if (first) {
      refuseReusedKey(first.claim, claim);
      return replay(call, (await first.running).reply);
    }
    const running = (async () => {
      const known = claim && (await begin(database.db, claim));
      if (known) return { known, reply: known };
      const reply = await actOutside(endpoint, handler, request, serving, claim);
      return { known: undefined, reply };
    })();
    if (claim) {
      inFlight.set(request.command, { claim, running });
      const done = () => inFlight.delete(request.command);
      running.then(done, done);
    }
    const { known, reply } = await running;
    return known ? replay(call, known) : send(call, reply);
  }

  if (isRead) {
    const value: unknown = await handler(request, contextOn(database.db, serving));
    if (isInParts(value)) return sendParts(call, endpoint, value, serving);
    return sendConditionally(call, toReply(endpoint, value, serving));
  }
  const { known, reply } = await database.transaction(async (db) => {
    if (claim) await lockKey(db, claim);
    const known = claim && (await findReply(db, claim));
    if (known) return { known, reply: known };
    const reply = toReply(endpoint, await handler(request, contextOn(db, serving)), serving);
    if (claim) await storeReply(db, claim, reply);
    return { known, reply };
  });
  return known ? replay(call, reply) : send(call, reply);
}

export const contextOn = (db: Db, { ports, speed, enqueue }: Serving): Context => ({
  db,
  ports,
  speed,
  enqueue: (...job) => enqueue(db, ...job),
});

/**
 * Thrown to roll back: another process has stored a reply to the same command, which is sent
 * instead.
 */
class AlreadyConcluded extends Error {
  readonly reply: StoredReply;

  constructor(reply: StoredReply) {
    super("The same command was concluded elsewhere.");
    this.reply = reply;
  }
}

async function refuseConcluded(db: Db, claim: Claim) {
  await lockKey(db, claim);
  const known = await findReply(db, claim);
  if (known) throw new AlreadyConcluded(known);
}

async function actOutside(
  endpoint: Documented,
  handler: Exclude<Handler<Endpoint>, (...args: never) => unknown>,
  request: RequestTo<Endpoint>,
  serving: Serving,
  claim: Claim | undefined,
): Promise<StoredReply> {
  const { database, ports, speed } = serving;
  let concluded: StoredReply | undefined;
  const transaction: JobRun["transaction"] = (work) =>
    database.transaction((db) => work(contextOn(db, serving)));
  const run: RequestRun = {
    ports,
    speed,
    transaction,
    conclude: async (work) => {
      const { answer, reply } = await transaction(async (context) => {
        if (claim) await refuseConcluded(context.db, claim);
        const answer = await work(context);
        const reply = toReply(endpoint, answer, serving);
        if (claim) await storeReply(context.db, claim, reply);
        return { answer, reply };
      });
      concluded = reply;
      return answer;
    },
  };
  const value = await handler.outside(request, run).catch((error: unknown) => {
    if (error instanceof AlreadyConcluded) concluded = error.reply;
    else throw error;
  });
  if (concluded) return concluded;
  const reply = toReply(endpoint, value, serving);
  if (claim) await storeReply(database.db, claim, reply);
  return reply;
}

function toReply(endpoint: Endpoint, value: unknown, { checkReplies }: Serving): StoredReply {
  if (!endpoint.reply) return { status: endpoint.status, body: null };
  const body = JSON.stringify(value);
  if (checkReplies) checkReply(endpoint, endpoint.reply, body);
  return { status: endpoint.status, body };
}

/** Throws a Fault if the client's lenient schemas would drop or replace any part of the reply. */
function checkReply(endpoint: Endpoint, schema: z.ZodMiniType, body: string) {
  const { result: read, departures } = countDepartures(() => schema.safeParse(JSON.parse(body)));
  if (read.success && departures === 0 && !hasUnreadable(read.data)) return;
  const why = read.error?.message ?? "a record or a field of it cannot be read";
  throw new Fault(`The reply of ${endpoint.method} ${endpoint.path} breaks its contract: ${why}`);
}

const hasUnreadable = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  (("items" in value && "unreadable" in value && value.unreadable !== 0) ||
    Object.values(value).some(hasUnreadable));

type Sent = { readonly status: number; readonly body: StoredReply["body"] | ReadableStream };

function send(call: Call, { status, body }: Sent, tag?: string) {
  if (body === null) return call.newResponse(null, 204);
  // Hono's type wants a literal status that allows a body; the contract's statuses all do.
  const answer = (sent: Exclude<typeof body, null> | Uint8Array<ArrayBuffer>, more = {}) =>
    call.newResponse(sent, status as 200, {
      "Content-Type": "application/json",
      ...(tag && { ETag: tag }),
      ...more,
    });
  const compressed = { "Content-Encoding": "gzip", Vary: "Accept-Encoding" };
  if (typeof body !== "string") {
    if (!acceptsEncoding(call, "gzip")) return answer(body);
    // Flush after each part; otherwise zlib buffers, and the client gets many parts at once at the
    // end.
    const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
    // Node's types of web streams and those of the DOM differ in a method that is not used here.
    const pair = Duplex.toWeb(gzip) as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array>;
    return answer(body.pipeThrough(pair), compressed);
  }
  const size = Buffer.byteLength(body);
  if (size < minGzipBytes || size > maxSyncGzipBytes || !acceptsEncoding(call, "gzip")) {
    // compress() skips a short reply only if it has a Content-Length.
    return answer(body, { "Content-Length": String(size) });
  }
  return answer(new Uint8Array(gzipSync(body)), {
    ...compressed,
    ...(tag && { ETag: `W/${tag}` }),
  });
}

/**
 * Replies between these sizes are compressed synchronously, in less than a millisecond: a stream would
 * end only after the next database work of other requests. Larger replies are left to compress(),
 * because compressing them synchronously would block other requests.
 */
const minGzipBytes = 1024;
const maxSyncGzipBytes = 100_000;

/** Answers 304 if the client already has this reply. */
function sendConditionally(call: Call, reply: StoredReply) {
  const tag = entityTagOf(reply.body ?? "");
  return matchesEntityTag(call, tag) ? call.body(null, 304, { ETag: tag }) : send(call, reply, tag);
}

const isInParts = (value: unknown): value is Parts<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

/**
 * Streams the parts as one JSON array, at the client's speed. A failure before the first part is
 * answered with its status; a later one cuts the connection, so that an incomplete list is no valid
 * response.
 */
async function sendParts(
  call: Call,
  endpoint: Endpoint,
  parts: Parts<unknown>,
  serving: Serving,
): Promise<Response> {
  const texts = textsOf(endpoint, parts, serving);
  let next = await texts.next();
  const utf8 = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      if (next.done) return controller.close();
      controller.enqueue(utf8.encode(next.value));
      next = await texts.next().catch((error: unknown) => {
        serving.log.error("list broke off", { path: endpoint.path }, error);
        throw new Fault("A list broke off.");
      });
    },
    cancel: async () => {
      await texts.return(undefined);
    },
  });
  return send(call, { status: endpoint.status, body });
}

async function* textsOf(endpoint: Endpoint, parts: Parts<unknown>, serving: Serving) {
  let before = "[";
  for await (const part of parts) {
    const items = toReply(endpoint, part, serving).body?.slice(1, -1);
    if (!items) continue;
    yield before + items;
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}

function replay(call: Call, reply: StoredReply) {
  call.header("Idempotent-Replayed", "true");
  return send(call, reply);
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
 * The body as text. Throws a 422 Refusal unless it is JSON: a foreign form could send other types
 * without a preflight.
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
 * An escaped U+0000, which PostgreSQL cannot store in a text: an odd number of backslashes and
 * u0000.
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

/** A zod issue in FastAPI's format. */
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
