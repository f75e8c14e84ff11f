import type { MiddlewareHandler } from "hono";
import type { Config } from "../config.ts";
import { allowedOrigins } from "../settings/network.ts";

declare module "hono" {
  interface ContextVariableMap {
    /** Identifies the request in its response and in the log. */
    requestId: string;
    /** The signed-in user, for an authenticated call. */
    userId?: string;
    /** The route to log, if Hono's route pattern is not specific enough. */
    route?: string;
  }
}

/** CSP of every response that is not a page: it may load and do nothing. */
const denyAllPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Returns the CSP of a page that the server renders: same-origin images, videos and styles, no
 * script.
 *
 * @param formTargets origins that its forms may submit to, directly or by a redirect
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

const fixedHeaders = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "Permissions-Policy":
    "fullscreen=(self), clipboard-write=(self), accelerometer=(), camera=(), display-capture=(), " +
    "geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()",
};

/** Sent unless the route has set the header. */
const defaultHeaders = {
  "Content-Security-Policy": denyAllPolicy,
  "X-Frame-Options": "DENY",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
};

/**
 * Returns the `X-Request-Id` of a proxy, or undefined if it is malformed: it is copied into the log.
 */
const validRequestId = (id = "") => (/^[\w-]{1,64}$/.test(id) ? id : undefined);

/**
 * Sent if a public origin is https. Browsers ignore it on http, so localhost stays reachable. A year,
 * without subdomains: they may be of others.
 */
const httpsOnly = { "Strict-Transport-Security": "max-age=31536000" };

/** Sets the security headers, `Date` and `X-Request-Id` on every response. */
export function secureHeaders({ publicOrigins }: Config): MiddlewareHandler {
  const isHttps = publicOrigins.some((origin) => origin.startsWith("https:"));
  const always = Object.entries({ ...fixedHeaders, ...(isHttps && httpsOnly) });
  return async (call, next) => {
    const requestId = validRequestId(call.req.header("X-Request-Id")) ?? crypto.randomUUID();
    call.set("requestId", requestId);
    await next();
    const { headers } = call.res;
    for (const [name, value] of always) headers.set(name, value);
    for (const [name, value] of Object.entries(defaultHeaders)) {
      if (!headers.has(name)) headers.set(name, value);
    }
    headers.set("X-Request-Id", requestId);
    headers.set("Date", new Date().toUTCString());
  };
}

/**
 * Refuses unknown host names with 421, against DNS rebinding, and commands from unknown origins with
 * 403. Known origins get CORS headers.
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
