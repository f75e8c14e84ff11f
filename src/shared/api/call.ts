import ky from "ky";
import { apiHost } from "@/shared/config/env";
import { session } from "@/shared/session/session";
import { clock } from "@/shared/time/clock";
import { addressOf } from "./backend-address";
import { capabilities, idempotencyKeys, isOffered } from "./capabilities";
import { connection } from "./connection";
import { readDetail } from "./detail";
import type { Endpoint, ReplyOf, RequestOf } from "./endpoint";
import { type FailureKind, SafeError } from "./errors";
import { lastReplies } from "./last-replies";
import { itemSchemaOf, type Listing } from "./listing";
import { readParts } from "./read-parts";
import { readReply, readWhole } from "./read-reply";

type Options = {
  signal?: AbortSignal | undefined;
  /** The name of one intent of the operator: however often it is sent, it is done once. */
  idempotencyKey?: string | undefined;
};

const readTimeout = 30_000;
const writeTimeout = 60_000;
/** In bytes. */
const maxAnswer = 20_000_000;

/** What a gateway says for a server that does not answer it. */
const ofGateways = [502, 503, 504];

/** How often in a row each address has failed. */
const failures = new Map<string, number>();

/** Retries are TanStack Query's alone, and every status is looked at here. */
const http = ky.create({
  retry: 0,
  throwHttpErrors: false,
  redirect: "error",
  cache: "no-store",
  referrerPolicy: "no-referrer",
});

/** A backend elsewhere must allow the header, or every write fails at the browser's preflight. */
const sendsIdempotencyKey = () => apiHost === "" || capabilities.has(idempotencyKeys);

/**
 * Makes one call of the contract and reads its answer.
 * @throws SafeError, and nothing else
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  { signal, idempotencyKey }: Options = {},
): Promise<ReplyOf<E>> {
  const { method, path } = endpoint;
  // The conditional types of a generic endpoint say nothing yet about which parts there are.
  const { params, query, body } = request as {
    params?: Record<string, string | number>;
    query?: Record<string, unknown>;
    body?: unknown;
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

  const search = query ? searchOf(query) : "";
  // A backend elsewhere would have to allow the header.
  const isKept = method === "GET" && apiHost === "";
  const asked = search ? `${address}?${search}` : address;
  const last = isKept ? lastReplies.find(asked) : undefined;
  let response: Response;
  let read: Awaited<ReturnType<typeof bodyOf>>;
  try {
    response = await http(asked, {
      method,
      timeout: method === "GET" ? readTimeout : writeTimeout,
      ...(signal && { signal }),
      ...(body !== undefined && { json: body }),
      headers: {
        accept: "application/json",
        ...(token && endpoint.authenticated && { authorization: `Bearer ${token}` }),
        ...(last && { "if-none-match": last.tag }),
        ...(idempotencyKey && sendsIdempotencyKey() && { "idempotency-key": idempotencyKey }),
      },
    });
    read = await bodyOf(response, endpoint);
  } catch (error) {
    if (signal?.aborted) throw fail("aborted");
    connection.lost();
    throw fail(isTimeout(error) ? "timeout" : "unreachable");
  }

  if (ofGateways.includes(response.status)) connection.lost();
  else connection.heard();
  clock.learn(response.headers.get("date"));
  const requestId = response.headers.get("x-request-id") ?? undefined;
  const isJson = isJsonOf(response);
  const { text, list } = read;

  if (response.status === 304 && last) {
    failures.delete(address);
    return last.reply as ReplyOf<E>;
  }
  if (!response.ok) {
    if (response.status === 401 && endpoint.authenticated) session.expire(token);
    throw fail("status", {
      status: response.status,
      requestId,
      retryAfter: waitOf(response.headers.get("retry-after")),
      ...(isJson && readDetail(parsed(text))),
    });
  }
  failures.delete(address);
  // Who answers with a page is not the API: whether that has heard of it nobody knows.
  if (!isJson && text !== "") throw fail("foreign", { requestId });
  // What answers nothing, reads as undefined, whatever an unknown server may have sent with it.
  if (!endpoint.reply) return undefined as ReplyOf<E>;
  const answer = parsed(text);
  const isBroken = answer === undefined && text !== "";
  if (isBroken) throw fail("unreadable", { status: response.status, requestId });
  // Half a record would replace a whole one in the cache.
  if (endpoint.isReplyOptional) return readWhole(endpoint.reply, answer) as ReplyOf<E>;
  const reply = list ?? readReply(endpoint.reply, answer);
  if (reply === undefined) throw fail("unreadable", { status: response.status, requestId });
  const tag = response.headers.get("etag");
  // One that was asked for in the session before is no concern of this one.
  if (isKept && tag && session.token() === token) {
    lastReplies.keep(asked, { tag, reply });
  }
  return reply as ReplyOf<E>;
}

/** The library's own and the browser's have the same name. */
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
  // A long list comes in parts, and its length is not known before.
  const isInParts = ok && isJsonOf(response) && !headers.has("content-length");
  if (item && body && isInParts) return readParts(body, item);
  return { text: await response.text() };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Seconds or a date, as milliseconds; what cannot be read or is longer than a minute is cut. */
function waitOf(header: string | null) {
  if (!header) return undefined;
  const seconds = Number(header);
  const wait = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1_000;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), 60_000);
}
