import type { IncomingHttpHeaders } from "node:http";
import { FormData, request } from "undici";
import { NotSentError } from "../../ports/outcome.ts";
import type { GroupProxy } from "../../ports/proxy.ts";
import { withDispatcher } from "./connect.ts";
import type { ProxyRule } from "./proxy/address.ts";

export type File = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** `image/jpeg` */
  readonly type: string;
  /** The file's name in a multipart body. */
  readonly name: string;
};

export type Call = {
  readonly method: "GET" | "POST" | "PUT" | "DELETE" | "HEAD";
  readonly url: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** At most one of the four bodies. */
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  /** Multipart, in this order. */
  readonly parts?: readonly (readonly [name: string, value: string | File])[];
  readonly bytes?: Uint8Array<ArrayBuffer>;
  /**
   * `public` for an address that somebody else named (a picture, an upload address of a platform): it
   * must be https on its default port, at public addresses only.
   */
  readonly reach?: "public";
  readonly signal: AbortSignal;
};

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed text; undefined if it is not JSON. */
  readonly json: unknown;
};

/**
 * One HTTP request, without retries and redirects. Throws a NotSentError if certainly nothing was
 * sent, and a NoAnswerError if the request may have arrived but its answer did not. Neither has the
 * address, the headers or the body in its message, because they contain tokens.
 */
export type Http = (call: Call) => Promise<Answer>;

/**
 * Returns whether a status is a service's certain refusal, if the body is one, too: 408 and 409 do not
 * say that the call had no effect, nor does an error of some proxy on the way.
 */
export const isCertainRefusal = (status: number) =>
  status >= 400 && status < 500 && status !== 408 && status !== 409;

/** The request was sent, at least in part, and no whole answer came. */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";
}

/** No platform answers a call with more; a longer answer is cut off. In bytes. */
const longest = 8_000_000;

type Options = Partial<ProxyRule> & {
  /** All calls go through it. */
  readonly proxy: GroupProxy | null;
  /** For tests: origins that count as public though they are on this machine. */
  readonly publicInTests?: readonly string[];
  /** For tests: the certificate of an authority that counts as known. */
  readonly ca?: string;
  /** The longest answer, in bytes, of a service that answers with more than platforms do. */
  readonly longestAnswer?: number;
  /** The longest time that a connection may take, in ms; for tests. */
  readonly timeout?: number;
};

/** Calls an outside service, through the given proxy or directly. */
export const createHttp =
  ({
    proxy,
    allowsPrivateProxy = false,
    publicInTests = [],
    ca,
    longestAnswer = longest,
    timeout,
  }: Options): Http =>
  async (call) => {
    const url = urlOf(call);

    // A dispatcher for each call: only then it is known whether this call had a connection. A connection
    // that is used again may be closed by the other side just while a request is sent on it.
    let isConnected = false;
    const { signal } = call;
    const onConnected = () => {
      isConnected = true;
    };
    const isGuarded = call.reach === "public" && !publicInTests.includes(url.origin);
    const via = { proxy, allowsPrivateProxy, isGuarded, ca, timeout, longest: longestAnswer };
    try {
      return await withDispatcher({ ...via, url, signal, onConnected }, async (dispatcher) => {
        // Not `fetch`, which sends a request again after a 421.
        const { statusCode, headers, body } = await request(url, {
          method: call.method,
          headers: headersOf(call),
          body: bodyOf(call),
          signal,
          dispatcher,
        });
        // Not `body.text()`, which leaves out a byte order mark.
        const text = Buffer.from(await body.bytes()).toString();
        return { status: statusCode, headers: toHeaders(headers), text, json: parsed(text) };
      });
    } catch (error) {
      if (isConnected) throw new NoAnswerError(`${url.hostname} did not answer.`);
      if (error instanceof NotSentError) throw error;
      throw new NotSentError(`${url.hostname} could not be reached${codeOf(error)}.`);
    }
  };

/** Parses the URL; its error does not repeat the address, which may have a token in it. */
function urlOf({ url: text, query = {} }: Call): URL {
  if (!URL.canParse(text)) throw new NotSentError("The address is not a web address.");
  const url = new URL(text);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

/** Returns the error's code; its message may have more in it than may be shown. */
const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string"
    ? ` (${error.code})`
    : "";

/** Returns the headers; the call's own replace those that every call has. */
function headersOf(call: Call): Headers {
  const headers = new Headers({
    accept: "*/*",
    // Without it, a service may compress its answer.
    "accept-encoding": "identity",
    "user-agent": "social-publishing-console",
    ...contentType(call),
  });
  for (const [name, value] of Object.entries(call.headers ?? {})) headers.set(name, value);
  return headers;
}

const toHeaders = (raw: IncomingHttpHeaders) =>
  new Headers(
    Object.entries(raw).flatMap(([name, values]) =>
      [values ?? []].flat().map((value): [string, string] => [name, value]),
    ),
  );

const contentType = ({ json, form }: Call): Record<string, string> =>
  json !== undefined
    ? { "content-type": "application/json" }
    : form
      ? { "content-type": "application/x-www-form-urlencoded" }
      : {};

function bodyOf({ json, form, parts, bytes }: Call) {
  if (json !== undefined) return JSON.stringify(json);
  if (form) return new URLSearchParams(form).toString();
  if (parts) {
    const body = new FormData();
    for (const [name, value] of parts) {
      if (typeof value === "string") body.append(name, value);
      else body.append(name, new Blob([value.bytes], { type: value.type }), value.name);
    }
    return body;
  }
  return bytes ?? null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
