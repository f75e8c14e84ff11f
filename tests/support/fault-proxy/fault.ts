import type { Random } from "../random";

/** One request as the proxy saw it, and what became of it. */
export type Seen = {
  /** Counts from 0 in the order of arrival. */
  readonly index: number;
  /** When it came: milliseconds, as of `performance.now()`. */
  readonly at: number;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly idempotencyKey: string | undefined;
  /** Whether the connection had carried another request before. */
  readonly isReused: boolean;
  /** What was done to it, if anything. */
  fault?: Fault["kind"];
  isCut: boolean;
  /** What the server answered, if it was asked and has. */
  servedStatus?: number;
  /** Whether the server gave its first answer again, and did nothing. */
  isReplayed?: boolean;
};

type Answer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
};

/**
 * What a network, or a server behind it, does to a request. Unless it says otherwise the server is
 * asked and does its work, and only its answer suffers.
 */
export type Fault =
  /** Holds the answer back. */
  | { readonly kind: "delay"; readonly milliseconds: number }
  /** Another answer in the place of the server's; `isServed` decides whether the server was asked at all. */
  | ({ readonly kind: "answer"; readonly isServed: boolean } & Answer)
  /** Before: the server never hears of it. After: it is done and nobody hears of it. Middle: half an answer. */
  | { readonly kind: "cut"; readonly when: "before" | "after" | "middle" }
  /** The answer comes in so many pieces, with a pause between them. */
  | { readonly kind: "drip"; readonly pieces: number; readonly milliseconds: number }
  /** No answer, ever, over a connection that stays open. */
  | { readonly kind: "hang"; readonly isServed: boolean }
  /** Half of the server's text, well sent: JSON that ends too early. */
  | { readonly kind: "truncate" }
  /** The server's good JSON answer, changed. A text is sent as it is. */
  | { readonly kind: "rewrite"; readonly change: (reply: unknown, request: Seen) => unknown };

/** Statuses as servers and the proxies before them give them, in JSON or in a page of their own. */
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

/** 'Well done', says somebody who is not the server: a hotel's login page, an empty cache, a redirect. */
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

/** Whatever may happen to a read without the server being at fault: it comes back when asked again. */
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
