import type { Random } from "../random";

/** One request as the proxy saw it, and its outcome. */
export type Seen = {
  /** Counts from 0 in the order of arrival. */
  readonly index: number;
  /** The time of its arrival: milliseconds, as of `performance.now()`. */
  readonly at: number;
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly idempotencyKey: string | undefined;
  /** True if the connection had carried another request before. */
  readonly isReused: boolean;
  /** The fault that was applied, if any. */
  fault?: Fault["kind"];
  isCut: boolean;
  /** The status of the server's answer, if the server was asked and has answered. */
  servedStatus?: number;
  /** True if the server repeated its first answer, and did nothing. */
  isReplayed?: boolean;
};

type Answer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
};

/**
 * A fault of the network, or of a server behind it. Unless the fault says otherwise, the server is
 * asked and does its work, and only its answer is affected.
 */
export type Fault =
  /** Delays the answer. */
  | { readonly kind: "delay"; readonly milliseconds: number }
  /** Another answer instead of the server's; `isServed` decides whether the server is asked. */
  | ({ readonly kind: "answer"; readonly isServed: boolean } & Answer)
  /** Before: the server gets no request. After: done but not answered. Middle: half an answer. */
  | { readonly kind: "cut"; readonly when: "before" | "after" | "middle" }
  /** Sends the answer in this many pieces, with a pause between them. */
  | { readonly kind: "drip"; readonly pieces: number; readonly milliseconds: number }
  /** Never answers, over a connection that stays open. */
  | { readonly kind: "hang"; readonly isServed: boolean }
  /** Half of the server's text in a complete response: JSON that ends too early. */
  | { readonly kind: "truncate" }
  /** Changes the server's good JSON answer. If `change` returns a text, that is sent as it is. */
  | { readonly kind: "rewrite"; readonly change: (reply: unknown, request: Seen) => unknown };

/** A status as a server, or a proxy in front of it, answers it, with a JSON body. */
export const status = (
  code: number,
  { retryAfter, isServed = false }: { retryAfter?: string; isServed?: boolean } = {},
): Fault => ({
  kind: "answer",
  isServed,
  status: code,
  headers: {
    "content-type": "application/json",
    ...(retryAfter !== undefined && { "retry-after": retryAfter }),
  },
  body: JSON.stringify({ detail: `Fault ${code}` }),
});

/** Answers that are not the server's: a hotel's login page, an empty cache, a redirect. */
export const html: Fault = {
  kind: "answer",
  isServed: true,
  status: 200,
  headers: { "content-type": "text/html" },
  body: "<!doctype html><title>Welcome</title><h1>Log in to the network</h1>",
};
export const empty: Fault = {
  kind: "answer",
  isServed: true,
  status: 200,
  headers: { "content-type": "application/json" },
  body: "",
};
export const redirect = (to: string): Fault => ({
  kind: "answer",
  isServed: false,
  status: 302,
  headers: { location: to },
});

export const retryAfters = ["1", "3600", new Date(Date.now() + 2_000).toUTCString(), "soon"];

/** A passing fault of a read: the answer arrives when the read is retried. */
export const passing = (random: Random): Fault =>
  random.pick<Fault>([
    { kind: "delay", milliseconds: random.between(50, 1_500) },
    { kind: "cut", when: "before" },
    { kind: "cut", when: "after" },
    { kind: "cut", when: "middle" },
    { kind: "drip", pieces: 5, milliseconds: 60 },
    status(random.pick([502, 503, 504]) ?? 502),
    status(503, { retryAfter: "1" }),
    status(429, { retryAfter: "1" }),
  ]) ?? { kind: "cut", when: "before" };
