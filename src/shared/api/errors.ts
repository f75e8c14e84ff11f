import type { Method } from "./endpoint";

/**
 * The ways in which a call can fail:
 * - offline: not sent, because the browser has no network
 * - unsafe: not sent, because an id cannot be part of an address
 * - session: not sent, because the session is over
 * - unsupported: not sent, because the backend does not announce this call
 * - redirected: not done, because the server redirects this call, or a network that wants its guest to
 *   sign in
 * - unreachable: no answer arrived; a write may have been done all the same
 * - hidden: no readable answer arrived, while a backend elsewhere answers other calls; a write may have been
 *   done all the same
 * - timeout: no answer arrived in time; a write may have been done all the same
 * - foreign: a page arrived instead of the answer, as networks and proxies send it
 * - aborted: cancelled by the console itself
 * - status: the server answered, and not with a 2xx
 * - unreadable: the server answered with a 2xx, but its body could not be read
 */
export type FailureKind =
  | "offline"
  | "unsafe"
  | "session"
  | "unsupported"
  | "redirected"
  | "unreachable"
  | "hidden"
  | "timeout"
  | "foreign"
  | "aborted"
  | "status"
  | "unreadable";

/** The server's complaint about one field of the request. */
export type FieldComplaint = { readonly field: string; readonly message: string };

type Facts = {
  kind: FailureKind;
  method: Method;
  /** The template, never the address: ids stay out of logs. */
  path: string;
  status?: number | undefined;
  requestId?: string | undefined;
  detail?: string | undefined;
  fields?: readonly FieldComplaint[];
  /** Milliseconds that the server asks to wait, at most a day. */
  retryAfter?: number | undefined;
  /** Set for a write if an earlier attempt of the same intent may have been done. */
  isInDoubt?: boolean;
  /** Counts the failures in a row at this address, this one included. */
  inARow?: number;
};

/** The only error that leaves the HTTP module. It contains no token, no body and no address. */
export class SafeError extends Error {
  readonly kind: FailureKind;
  readonly method: Method;
  readonly path: string;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly detail: string | undefined;
  readonly fields: readonly FieldComplaint[];
  readonly retryAfter: number | undefined;
  readonly isInDoubt: boolean;
  readonly inARow: number;

  constructor({ kind, method, path, fields = [], ...facts }: Facts) {
    const { status, requestId, detail, retryAfter, isInDoubt = false, inARow = 1 } = facts;
    super(`${method} ${path}: ${status ?? kind}`);
    this.name = "SafeError";
    this.kind = kind;
    this.method = method;
    this.path = path;
    this.status = status;
    this.requestId = requestId;
    this.detail = detail;
    this.fields = fields;
    this.retryAfter = retryAfter;
    this.isInDoubt = isInDoubt;
    this.inARow = inARow;
  }
}

export const isUnauthorized = (error: unknown) =>
  error instanceof SafeError && (error.status === 401 || error.kind === "session");

/**
 * Returns true if a retry may well help: there was no answer, a gateway or a network answered, or the
 * server asks to wait (429). A call that took too long would only be as slow again.
 */
export const isTransient = (error: unknown) =>
  error instanceof SafeError &&
  (error.kind === "unreachable" ||
    error.kind === "hidden" ||
    error.kind === "redirected" ||
    error.status === 429 ||
    error.status === 502 ||
    error.status === 503 ||
    error.status === 504);

/** Returns one sentence on what happened, to stand below the product's own text. */
export function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof SafeError)) return undefined;
  if (error.detail) return error.detail;
  switch (error.kind) {
    case "offline":
      return "You are offline.";
    case "unsafe":
      return "The ID of this record cannot be used.";
    case "session":
      return "Your session has expired.";
    case "redirected":
      return "The server or the network redirects this call to another address, so nothing was done.";
    case "unreachable":
      return "The server cannot be reached.";
    case "hidden":
      return "The server's answer to this call could not be read. It may be an error without CORS headers.";
    case "timeout":
      return "The server took too long to respond.";
    case "unreadable":
      return "The server's response could not be read.";
    case "foreign":
      return "The server sent a web page instead of data.";
    case "unsupported":
      return "This server does not support this.";
    case "status":
      return `The server responded with status ${error.status}.`;
    case "aborted":
      return undefined;
  }
}
