import { randomUUID } from "node:crypto";
import { Duplex } from "node:stream";
import { constants, createGzip, gzipSync } from "node:zlib";
import type { Context as Call, Hono } from "hono";
import * as z from "zod/mini";
import type { Endpoint, WireOf } from "@/shared/api/endpoint";
import { countDepartures } from "@/shared/api/lenient";
import { isIdName, type ParamName } from "@/shared/api/path";
import type { Context, Db } from "../context.ts";
import type { Database } from "../db/client.ts";
import { Fault } from "../fault.ts";
import type { Enqueue, JobRun } from "../jobs/boss.ts";
import type { Log } from "../log.ts";
import type { Ports } from "../ports/ports.ts";
import { type FieldIssue, Refusal } from "../refusal.ts";
import { isAccepted } from "./accepted.ts";
import { entityTagOf, isHeld } from "./entity-tag.ts";
import {
  awaitTwin,
  begin,
  type Claim,
  readClaim,
  recall,
  refuseOther,
  remember,
  type StoredReply,
} from "./idempotency.ts";
import { checkRefusal } from "./refusals.ts";

export type User = { readonly id: string; readonly name: string };

/** The calls of the API by slice and name. */
export type Api = { readonly [slice: string]: { readonly [name: string]: Endpoint } };

/** What one call was asked, read by the contract. */
export type RequestTo<E extends Endpoint> = {
  /** As they stand in the path; those named `id` or `…Id` are whole numbers. */
  readonly params: { readonly [Name in ParamName<E["path"]>]: string };
  readonly query: Read<E["query"]>;
  readonly body: Read<E["body"]>;
  readonly user: User;
  /** Names this command and no other; one that is sent again has the name it had. */
  readonly command: string;
};

/** What a call that acts outside a transaction is given. */
export type RequestRun = JobRun & {
  /**
   * The transaction that decides the answer, which is kept with its effect. Without it the answer
   * is kept when the handler is done, and a command sent again after a crash runs once more.
   */
  readonly conclude: JobRun["transaction"];
};

type Read<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined;

/** A list of any length, in parts: each is sent before the next is read. */
export type Parts<Item> = AsyncIterable<readonly Item[]>;

/**
 * Answers one call. The plain form reads through the outer handle for a GET, and for everything
 * else runs in one transaction that a thrown Refusal undoes. A GET may answer a list in parts. A
 * call that must ask the outside world is written as `outside`, with transactions of its own: after
 * a crash it may be run again for the same command, by whose name it can find what it has done
 * already.
 */
export type Handler<E extends Endpoint> =
  | ((request: RequestTo<E>, context: Context) => Promise<WireOf<E> | PartsOf<WireOf<E>>>)
  | { readonly outside: (request: RequestTo<E>, run: RequestRun) => Promise<WireOf<E>> };

type PartsOf<Wire> = Wire extends readonly (infer Item)[] ? Parts<Item> : never;

/** One handler for every call, and none besides. */
export type Handlers<A extends Api> = {
  readonly [Slice in keyof A]: { readonly [Name in keyof A[Slice]]: Handler<A[Slice][Name]> };
};

/** What the calls are served with. */
export type Serving = {
  readonly database: Database;
  readonly ports: Ports;
  readonly enqueue: Enqueue;
  readonly speed: number;
  /** Throws a 401 Refusal for anything but a token that is good now. */
  readonly authenticate: (authorization: string | undefined) => Promise<User>;
  /** Whether to fail on an answer that breaks the contract. */
  readonly checkReplies: boolean;
  readonly log: Log;
};

/** Where a call is found on the server: `/api/v1/groups/{id}`. */
export const addressOf = ({ path }: Endpoint) => (path.startsWith("/") ? path : `/api/v1/${path}`);

/** Makes one route of every call of the contract. */
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
      // That the handler is its endpoint's own is what Handlers<A> says; walking the keys loses it.
      handler: handlers[slice]?.[name] as unknown as Handler<Endpoint>,
    })),
  );
  // What is named goes before what is a parameter: groups/new before groups/{id}.
  calls.sort((one, other) =>
    compare(one.route.replaceAll(":", "~"), other.route.replaceAll(":", "~")),
  );
  const underWay: UnderWay = new Map();
  for (const { endpoint, route, handler } of calls) {
    app.on(endpoint.method, route, (call) =>
      answer(call, endpoint, handler, serving, underWay).catch((error: unknown) => {
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

const nobody: User = { id: "", name: "" };

/** Commands that this process is answering outside a transaction, by name. */
type UnderWay = Map<
  string,
  { readonly claim: Claim; readonly acting: Promise<{ readonly reply: StoredReply }> }
>;

async function answer(
  call: Call,
  endpoint: Endpoint,
  handler: Handler<Endpoint>,
  serving: Serving,
  underWay: UnderWay,
): Promise<Response> {
  const user = endpoint.authenticated
    ? await serving.authenticate(call.req.header("Authorization"))
    : nobody;
  if (user !== nobody) call.set("userId", user.id);
  const text = endpoint.body && (await readText(call));
  const { pathname, search } = new URL(call.req.url);
  const said = [endpoint.method, pathname, search, text];
  const isRead = endpoint.method === "GET";
  const claim = isRead ? undefined : readClaim(call.req.header("Idempotency-Key"), user.id, said);
  const request: RequestTo<Endpoint> = {
    params: readParams(call),
    query: endpoint.query && readQuery(endpoint.query, call),
    body: endpoint.body && check(endpoint.body, parseJson(text ?? ""), "body"),
    user,
    command: claim ? JSON.stringify([claim.userId, claim.key]) : randomUUID(),
  };
  const { database } = serving;

  if (typeof handler !== "function") {
    const twin = claim && underWay.get(request.command);
    if (twin) {
      refuseOther(twin.claim, claim);
      return replay(call, (await twin.acting).reply);
    }
    const acting = (async () => {
      const known = claim && (await begin(database.db, claim));
      if (known) return { known, reply: known };
      const reply = await actOutside(endpoint, handler, request, serving, claim);
      return { known: undefined, reply };
    })();
    if (claim) {
      underWay.set(request.command, { claim, acting });
      const done = () => underWay.delete(request.command);
      acting.then(done, done);
    }
    const { known, reply } = await acting;
    return known ? replay(call, known) : send(call, reply);
  }

  if (isRead) {
    const value: unknown = await handler(request, contextOn(database.db, serving));
    if (isInParts(value)) return sendParts(call, endpoint, value, serving);
    return sendUnlessHeld(call, toReply(endpoint, value, serving));
  }
  const { known, reply } = await database.transaction(async (db) => {
    if (claim) await awaitTwin(db, claim);
    const known = claim && (await recall(db, claim));
    if (known) return { known, reply: known };
    const reply = toReply(endpoint, await handler(request, contextOn(db, serving)), serving);
    if (claim) await remember(db, claim, reply);
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

/** Another process was asked the same and has answered meanwhile: its answer is the answer. */
class AlreadyConcluded extends Error {
  readonly reply: StoredReply;

  constructor(reply: StoredReply) {
    super("The same command was concluded elsewhere.");
    this.reply = reply;
  }
}

async function refuseConcluded(db: Db, claim: Claim) {
  await awaitTwin(db, claim);
  const known = await recall(db, claim);
  if (known) throw new AlreadyConcluded(known);
}

async function actOutside(
  endpoint: Endpoint,
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
        if (claim) await remember(context.db, claim, reply);
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
  if (claim) await remember(database.db, claim, reply);
  return reply;
}

function toReply(endpoint: Endpoint, value: unknown, { checkReplies }: Serving): StoredReply {
  if (!endpoint.reply) return { status: endpoint.status, body: null };
  const body = JSON.stringify(value);
  if (checkReplies) checkReply(endpoint, endpoint.reply, body);
  return { status: endpoint.status, body };
}

/** What a client would read must be everything that was sent, as its schemas say. */
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
  // The contract's statuses are those of a body, which Hono wants to know of a literal.
  const answer = (sent: Exclude<typeof body, null> | Uint8Array<ArrayBuffer>, more = {}) =>
    call.newResponse(sent, status as 200, {
      "Content-Type": "application/json",
      ...(tag && { ETag: tag }),
      ...more,
    });
  const compressed = { "Content-Encoding": "gzip", Vary: "Accept-Encoding" };
  if (typeof body !== "string") {
    if (!isAccepted(call, "gzip")) return answer(body);
    // Each part leaves when it is there: else many come at once at the end, and are read after it.
    const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
    // Node's own types of the web's streams and those of the web differ in a method nobody calls.
    const pair = Duplex.toWeb(gzip) as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array>;
    return answer(body.pipeThrough(pair), compressed);
  }
  const size = Buffer.byteLength(body);
  if (size < worthwhile || size > atOnce || !isAccepted(call, "gzip")) {
    // What is short is not worth compressing, which is decided by this.
    return answer(body, { "Content-Length": String(size) });
  }
  return answer(new Uint8Array(gzipSync(body)), {
    ...compressed,
    ...(tag && { ETag: `W/${tag}` }),
  });
}

/**
 * In bytes. In between it takes less than a millisecond, where a stream has its end sent only after
 * what the database does next for somebody else; what is larger would hold up all others.
 */
const [worthwhile, atOnce] = [1024, 100_000];

/** What is asked for again and again is sent again only when it has changed. */
function sendUnlessHeld(call: Call, reply: StoredReply) {
  const tag = entityTagOf(reply.body ?? "");
  return isHeld(call, tag) ? call.body(null, 304, { ETag: tag }) : send(call, reply, tag);
}

const isInParts = (value: unknown): value is Parts<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

/**
 * One array of JSON out of many, read as fast as it is taken. What fails before the first part is an
 * answer like any other; what fails later cuts the connection, for a part of a list is not the list.
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

/** An id that cannot be one names nothing: 404. Ids are integers of 4 bytes in the database. */
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

/** JSON as text. Another kind of content is refused: it is what a page elsewhere could send unasked. */
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
    if (!nullCharacter.test(text) && !hasHalfCharacter(text, value)) return value;
  } catch {
    throw new Refusal(422, [{ loc: ["body"], msg: "JSON decode error", type: "json_invalid" }]);
  }
  const msg = "Text must not contain null characters or halves of characters.";
  throw new Refusal(422, [{ loc: ["body"], msg, type: "value_error" }]);
}

/** The one character that PostgreSQL cannot store in a text, escaped by an odd number of backslashes. */
const nullCharacter = /(?<!\\)(?:\\\\)*\\u0000/;

/** One of two surrogates alone, which its JSON refuses: written anew only such a one is escaped. */
const hasHalfCharacter = (text: string, value: unknown) =>
  /\\ud/i.test(text) && /(?<!\\)(?:\\\\)*\\ud/.test(JSON.stringify(value));

/** A query holds text only; what the schema takes for true and false is written as FastAPI reads it. */
function readQuery(schema: z.ZodMiniObject, call: Call) {
  const given: Record<string, string> = call.req.query();
  const query: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(given)) {
    const field = schema.shape[name];
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

/** zod's complaint in FastAPI's words. */
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
