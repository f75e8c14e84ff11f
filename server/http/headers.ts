import type { MiddlewareHandler } from "hono";
import { allowedOrigins, type Config } from "../config.ts";

declare module "hono" {
  interface ContextVariableMap {
    /** Names one request in its answer and in the log. */
    requestId: string;
    /** Who sent it, where that was asked and known. */
    userId?: string;
    /** What of the server answered, where its route does not say. */
    route?: string;
  }
}

/** The policy of everything that is not a page: it may do nothing at all. */
const inert = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The policy of a page made by the server: its own pictures and styles, no script.
 *
 * @param formTargets origins that its forms may lead to, by a redirect also
 */
export const pagePolicy = (formTargets: readonly string[] = []) =>
  [
    "default-src 'none'",
    "img-src 'self'",
    "media-src 'self'",
    "style-src 'self'",
    "base-uri 'none'",
    `form-action ${formTargets.join(" ") || "'none'"}`,
    "frame-ancestors 'none'",
  ].join("; ");

const everywhere = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "Permissions-Policy":
    "fullscreen=(self), clipboard-write=(self), accelerometer=(), camera=(), display-capture=(), " +
    "geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()",
};

/** What is sent unless the route says otherwise. */
const unlessSet = {
  "Content-Security-Policy": inert,
  "X-Frame-Options": "DENY",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
};

/** The id that a proxy has given a request already, if it looks like one. */
const givenId = (id = "") => (/^[\w-]{1,64}$/.test(id) ? id : undefined);

/** Puts the security headers on every answer, with the time and an id to find it by in the log. */
export const secureHeaders = (): MiddlewareHandler => async (call, next) => {
  const requestId = givenId(call.req.header("X-Request-Id")) ?? crypto.randomUUID();
  call.set("requestId", requestId);
  await next();
  const { headers } = call.res;
  for (const [name, value] of Object.entries(everywhere)) headers.set(name, value);
  for (const [name, value] of Object.entries(unlessSet)) {
    if (!headers.has(name)) headers.set(name, value);
  }
  headers.set("X-Request-Id", requestId);
  headers.set("Date", new Date().toUTCString());
};

/**
 * Answers for known names only (a foreign page could have its own name point here), takes commands
 * from known origins only, and lets the pages of those read what is answered.
 */
export function guardOrigins(config: Config): MiddlewareHandler {
  const origins = new Set(allowedOrigins(config));
  const hostnames = new Set([...origins].map((origin) => new URL(origin).hostname));
  return async (call, next) => {
    const host = call.req.header("Host") ?? new URL(call.req.url).host;
    const url = `http://${host}`;
    if (!URL.canParse(url) || !hostnames.has(new URL(url).hostname)) {
      return call.json(
        { detail: "This server does not answer for this host: add its address to PUBLIC_ORIGINS." },
        421,
      );
    }
    const origin = call.req.header("Origin");
    const reads = call.req.method === "GET" || call.req.method === "HEAD";
    if (origin !== undefined && !origins.has(origin)) {
      if (reads) return next();
      return call.json({ detail: "Requests from this origin are not allowed." }, 403);
    }
    if (origin === undefined) return next();
    if (call.req.method === "OPTIONS") {
      return call.body(null, 204, {
        "Access-Control-Allow-Origin": origin,
        "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE",
        "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key",
        "Access-Control-Max-Age": "600",
        Vary: "Origin",
      });
    }
    await next();
    call.res.headers.set("Access-Control-Allow-Origin", origin);
    call.res.headers.set(
      "Access-Control-Expose-Headers",
      "Retry-After, Date, X-Request-Id, Idempotent-Replayed",
    );
    call.res.headers.append("Vary", "Origin");
  };
}
