import type { Method } from "./endpoint";

/**
 * How a call ended that did not end well:
 * - offline: not sent, because the browser has no network
 * - unsafe: not sent, because an id cannot be part of an address
 * - session: not sent, because the session is over
 * - unsupported: not sent, because the backend does not announce this call
 * - unreachable: no answer came; a write may have been done all the same
 * - timeout: no answer in time; a write may have been done all the same
 * - foreign: a page came in the answer's place, as networks and the proxies before a server send it
 * - aborted: taken back by the console itself
 * - status: the server answered, and not with a 2xx
 * - unreadable: the server said 2xx, in words that could not be read
 */
export type FailureKind =
  | "offline"
  | "unsafe"
  | "session"
  | "unsupported"
  | "unreachable"
  | "timeout"
  | "foreign"
  | "aborted"
  | "status"
  | "unreadable";

/** What the server said about one field of what was sent. */
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
  /** Milliseconds that the server asks to wait, at most 60,000. */
  retryAfter?: number | undefined;
  /** Of a write: an earlier try of the same intent may have been done. */
  isInDoubt?: boolean;
  /** The how many-th failure in a row this is at its address. */
  inARow?: number;
};

/** The only error that leaves the http module: it knows no token, no body and no address. */
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

/** Whether asking again may well help: nothing answered, or a gateway did. */
export const isTransient = (error: unknown) =>
  error instanceof SafeError &&
  (error.kind === "unreachable" ||
    error.kind === "timeout" ||
    error.status === 429 ||
    error.status === 502 ||
    error.status === 503 ||
    error.status === 504);

/** One sentence on what happened, for below the product's own text. */
export function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof SafeError)) return undefined;
  if (error.detail) return error.detail;
  switch (error.kind) {
    case "offline":
      return "You are offline.";
    case "unsafe":
      return "The address of this record cannot be used.";
    case "session":
      return "Your session has expired.";
    case "unreachable":
      return "The server cannot be reached.";
    case "timeout":
      return "The server did not answer in time.";
    case "unreadable":
      return "The answer of the server could not be read.";
    case "foreign":
      return "A page came in the place of the server's answer.";
    case "unsupported":
      return "This server does not offer it.";
    case "status":
      return `The server answered with status ${error.status}.`;
    case "aborted":
      return undefined;
  }
}
