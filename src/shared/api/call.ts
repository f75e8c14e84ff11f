import ky from "ky";
import { apiHost } from "@/shared/config/env";
import { session } from "@/shared/session/session";
import { clock } from "@/shared/time/clock";
import { addressOf } from "./backend-address";
import { capabilities, idempotencyCapability, isOffered } from "./capabilities";
import { connection } from "./connection";
import { discardEarlyResponses, takeEarlyResponse } from "./early-responses";
import type { Endpoint, ReplyOf, RequestOf } from "./endpoint";
import { type FailureKind, SafeError } from "./errors";
import { answerTimeout, fetchOptions } from "./fetch-options";
import { healthApi } from "./health";
import { lastReplies } from "./last-replies";
import { readDetail, readPlainDetail } from "./reply/detail";
import { itemSchemaOf, type Listing } from "./reply/listing";
import { parseJson, parseStrictly } from "./reply/parse-json";
import { readParts } from "./reply/read-parts";
import { readReply, readWhole } from "./reply/read-reply";

type Options = {
  signal?: AbortSignal | undefined;
  /**
   * Identifies one intent of the operator: however often it is sent, the server carries it out
   * once.
   */
  idempotencyKey?: string | undefined;
  /** Called while a file is sent, with the part that has been sent, from 0 to 1. */
  onProgress?: ((part: number) => void) | undefined;
};

/** How long the answer may take, in ms, of a call that talks to platforms, a shop or a video's maker before it answers. */
const longAnswerTimeout = 600_000;
/** The same for the question whether the server answers at all. */
const probeTimeout = 2_000;
/** In bytes. */
const maxAnswer = 20_000_000;

/** A gateway sends these when the server behind it does not answer. */
const gatewayStatuses = [502, 503, 504];

/** Counts the failures in a row of each address. */
const failures = new Map<string, number>();

/** Only TanStack Query retries, and `call` handles every status and redirect itself. */
const http = ky.create({ ...fetchOptions, retry: 0, throwHttpErrors: false });

/**
 * A backend elsewhere must allow the header: otherwise every write fails at the browser's
 * preflight.
 */
const sendsIdempotencyKey = () => apiHost === "" || capabilities.has(idempotencyCapability);

/**
 * Makes one call of the contract and reads its answer.
 * @throws SafeError, and nothing else
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  { signal, idempotencyKey, onProgress }: Options = {},
): Promise<ReplyOf<E>> {
  const { method, path } = endpoint;
  // TypeScript cannot resolve the conditional types of a generic endpoint: which parts there are is
  // not known yet.
  const { params, query, body, file } = request as {
    params?: Record<string, string | number>;
    query?: Record<string, unknown>;
    body?: unknown;
    file?: Blob;
  };
  let address = "";
  const fail = (kind: FailureKind, facts: Partial<SafeError> = {}) => {
    const inARow = (failures.get(address) ?? 0) + 1;
    if (kind !== "aborted") failures.set(address, inARow);
    return new SafeError({ ...facts, kind, method, path, inARow });
  };

  if (!isOffered(endpoint)) throw fail("unsupported");
  if (navigator.onLine === false) throw fail("offline");
  const token = session.token();
  if (endpoint.authenticated && session.state() === "expired") throw fail("session");

  try {
    address = addressOf(path, params ?? {});
  } catch {
    throw fail("unsafe");
  }

  const isRead = method === "GET";
  const isHealth = path === healthApi.read.path;
  if (!isRead) discardEarlyResponses();
  const search = query ? searchOf(query) : "";
  // A backend elsewhere would have to allow the `if-none-match` header.
  const isKept = isRead && apiHost === "";
  const asked = search ? `${address}?${search}` : address;
  const last = isKept ? lastReplies.find(asked) : undefined;
  const begun = Date.now();
  let response: Response;
  /** When the answer began, in ms. Its body may take long. */
  let arrived: number | undefined;
  let read: Awaited<ReturnType<typeof bodyOf>>;
  try {
    const early = isRead ? takeEarlyResponse(asked, token) : undefined;
    const headers = {
      accept: "application/json",
      ...(token && endpoint.authenticated && { authorization: `Bearer ${token}` }),
      ...(last && { "if-none-match": last.tag }),
      ...(idempotencyKey && sendsIdempotencyKey() && { "idempotency-key": idempotencyKey }),
    };
    const send = (to: string) =>
      http(to, {
        method,
        timeout: endpoint.isLong ? longAnswerTimeout : answerTimeout,
        ...(signal && { signal }),
        ...(body !== undefined && { json: body }),
        headers,
      });
    response = await (early ??
      (file
        ? loadSendFile().then((sendFile) =>
            sendFile(asked, { method, headers, file, signal, onProgress }),
          )
        : send(asked)));
    if (isRead && isRedirect(response)) response = await send(withOtherSlash(asked));
    // Nobody knows when an early response arrived.
    if (!early) arrived = Date.now();
    read = await bodyOf(response, endpoint);
  } catch (error) {
    if (signal?.aborted) throw fail("aborted");
    // A proxy may pass only the API's own paths on, without CORS headers on the rest.
    if (!isHealth) connection.lost();
    if (isTimeout(error)) throw fail("timeout");
    throw fail(!isHealth && (await isAnswering(begun)) ? "hidden" : "unreachable");
  }

  // A network that wants a guest to sign in may redirect every call, `/healthz` too: it is not the server
  // that was heard. A browser shows neither the status nor the address, so the two cannot be told apart.
  if (isRedirect(response)) {
    if (!isHealth) connection.lost({ isPage: true });
    throw fail("redirected");
  }
  const isJson = isJsonOf(response) || isJsonText(read.text);
  // A gateway sends a page, and so does a network or a proxy that wants a sign-in; a backend sends its own
  // JSON. A backend of the spec alone may have the console's page at `/healthz`.
  const isPage =
    !isJson &&
    (response.ok
      ? read.text !== "" && (isHealth || isMarkup(response, read.text))
      : response.status === 403 && isMarkup(response, read.text));
  const isGateway = gatewayStatuses.includes(response.status) && !isJson;
  if (isGateway || (isPage && !isHealth)) connection.lost({ isPage });
  if (!isGateway && !isPage) {
    connection.heard();
    if (arrived) clock.learn(response.headers, arrived);
  }
  const requestId = response.headers.get("x-request-id") ?? undefined;
  const { text, list } = read;

  if (response.status === 304 && last) {
    failures.delete(address);
    return last.reply as ReplyOf<E>;
  }
  if (!response.ok) {
    const said = isJson ? readDetail(parseJson(text)) : readPlainDetail(response, text);
    if (endpoint.authenticated && refusesToken(response, said.detail)) session.expire(token);
    throw fail("status", {
      status: response.status,
      requestId,
      retryAfter: waitOf(response.headers),
      ...said,
    });
  }
  failures.delete(address);
  // The API may or may not have received the request.
  if (isPage) throw fail("foreign", { requestId });
  // A call without a reply resolves to undefined, whatever an unknown server may have sent with it.
  if (!endpoint.reply) return undefined as ReplyOf<E>;
  const answer = endpoint.isSentBack ? parseStrictly(text) : parseJson(text);
  const isBroken = answer === undefined && text !== "";
  if (isBroken) throw fail("unreadable", { status: response.status, requestId });
  // An incomplete record would replace a complete one in the cache.
  if (endpoint.isReplyOptional) return readWhole(endpoint.reply, answer) as ReplyOf<E>;
  const reply = list ?? readReply(endpoint.reply, answer);
  if (reply === undefined) throw fail("unreadable", { status: response.status, requestId });
  const tag = response.headers.get("etag");
  // A reply that an earlier session requested is not kept for this one.
  if (isKept && tag && session.token() === token) {
    if (list && list.items.length > longList) lastReplies.keepWeakly(asked, tag, list);
    else lastReplies.keep(asked, { tag, reply });
  }
  return reply as ReplyOf<E>;
}

/**
 * True if a backend elsewhere answers, although no answer to a call since then (in ms) could be read. If it
 * has answered no other call meanwhile, it is asked: a browser says whether there was an answer without CORS
 * headers, if not what it was.
 */
async function isAnswering(since: number) {
  if (apiHost === "") return false;
  if (connection.heardSince(since - 1_000)) return true;
  return fetch(addressOf(healthApi.read.path, {}), {
    mode: "no-cors",
    cache: "no-store",
    referrerPolicy: fetchOptions.referrerPolicy,
    signal: AbortSignal.timeout(probeTimeout),
  }).then(
    () => true,
    () => false,
  );
}

/** A browser hides the status and the address of a redirect. */
const isRedirect = ({ type, status }: Response) =>
  type === "opaqueredirect" || (status >= 300 && status < 400 && status !== 304);

/**
 * The same address with a slash at the end of its path, or without the one it has. FastAPI and others
 * redirect the one to the other, behind a proxy often to an address that a browser cannot reach.
 */
function withOtherSlash(address: string) {
  const [path = "", search] = address.split("?");
  const other = path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
  return search === undefined ? other : `${other}?${search}`;
}

/** FastAPI's own security classes, its tutorials, and Django REST refuse a token with 403 in these words. */
const refusalsOfTokens =
  /^(not authenticated|could not validate credentials|invalid authentication credentials|authentication credentials were not provided|invalid token or expired token)\b/i;

const refusesToken = ({ status }: Response, detail = "") =>
  status === 401 || (status === 403 && refusalsOfTokens.test(detail));

/** Few sessions upload anything. */
const loadSendFile = () => import("./send-file").then(({ sendFile }) => sendFile);

/** ky's timeout error and the browser's have the same name. */
const isTimeout = (error: unknown) => error instanceof Error && error.name === "TimeoutError";

function searchOf(query: Record<string, unknown>) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return search.toString();
}

const isTooLong = ({ headers }: Response) => Number(headers.get("content-length")) > maxAnswer;

const isJsonOf = ({ headers }: Response) => headers.get("content-type")?.includes("json") ?? false;

/** Flask and others send JSON as `text/html` or without a type if they are not told. */
const isJsonText = (text: string) => /^\s*[[{]/.test(text) && parseJson(text) !== undefined;

const isMarkup = ({ headers }: Response, text: string) =>
  headers.get("content-type")?.includes("html") || /^\s*</.test(text);

/** A list of fewer bytes is parsed at once: that takes less than a frame. */
const shortList = 64_000;
/** A list of more records is kept for its ETag only as long as the query cache has it. */
const longList = 5_000;

async function bodyOf(
  response: Response,
  { reply }: Endpoint,
): Promise<{ text: string; list?: Listing<unknown> }> {
  const { ok, body, headers } = response;
  if (isTooLong(response)) {
    await body?.cancel();
    return { text: "" };
  }
  const item = reply && itemSchemaOf(reply);
  // The length of a list that is streamed or compressed is not known in advance.
  const isKnown = headers.has("content-length") && !headers.has("content-encoding");
  const isShort = isKnown && Number(headers.get("content-length")) <= shortList;
  const isLong = ok && isJsonOf(response) && !isShort;
  if (item && body && isLong) return readParts(body, item);
  return { text: await response.text() };
}

/** A timer of more than 24 days would end at once. In milliseconds. */
const longestWait = 86_400_000;

/**
 * Reads the Retry-After header, seconds or a date by the server's clock, as milliseconds: at most a day.
 * Returns undefined if it cannot be read.
 */
function waitOf(headers: Headers) {
  const header = headers.get("retry-after");
  if (!header) return undefined;
  const seconds = Number(header);
  const now = Date.parse(headers.get("date") ?? "") || clock.now();
  const wait = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1_000;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), longestWait);
}
