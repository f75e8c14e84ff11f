import { createHash, timingSafeEqual } from "node:crypto";
import type { Context as Call, MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import type { Config } from "../config.ts";
import type { Log } from "../kernel/log.ts";
import { type Metrics, metricsType } from "../kernel/metrics.ts";
import { Refusal } from "../kernel/refusal.ts";
import { isThisMachine, type Place } from "./this-machine.ts";

type Observers = { readonly log: Log; readonly metrics: Metrics };

/** Logs and measures each request by its route template: the URL itself may contain a token. */
export function observe({ log, metrics }: Observers): MiddlewareHandler {
  return async (call, next) => {
    const started = performance.now();
    await next();
    const ms = performance.now() - started;
    const { status } = call.res;
    const method = methods.has(call.req.method) ? call.req.method : "other";
    const route = routeOf(call);
    metrics.request({ method, route, status }, ms / 1000);
    const facts = {
      request_id: call.get("requestId"),
      method,
      route,
      status,
      ms: Math.round(ms),
      user: call.get("userId"),
      replayed: call.res.headers.has("Idempotent-Replayed") || undefined,
    };
    const failure = call.error instanceof Refusal ? undefined : call.error;
    if (failure) log.error("request", facts, failure);
    else if (status >= 500) log.warn("request", facts);
    else log[status < 400 && isRoutine(route) ? "debug" : "info"]("request", facts);
  };
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Returns the route for the log, `/api/v1/groups/{id}`; "console" for the console's files and pages,
 * "other" for unknown paths.
 */
function routeOf(call: Call): string {
  const route = call.get("route") ?? routePath(call);
  return route.includes("*") ? "other" : route.replace(/:(\w+)(\{.*?\})?\??/g, "{$1}");
}

/**
 * Returns whether a request is frequent or periodic: logged above debug level, it would drown
 * the others.
 */
const isRoutine = (route: string) =>
  /^(console|\/(healthz|metrics|favicon\.ico|(media|docs)\/.*|.*\.css))$/.test(route);

/** Serves `GET /metrics` to this machine or with the token; 404 for everyone else. */
export const serveMetrics =
  (place: Place, metrics: Metrics) =>
  async (call: Call): Promise<Response> => {
    if (!isThisMachine(call, place) && !hasToken(call, place.config)) return call.notFound();
    return call.body(await metrics.read(), 200, { "Content-Type": metricsType });
  };

function hasToken(call: Call, { metricsToken }: Config): boolean {
  const given = /^Bearer (\S+)$/i.exec(call.req.header("Authorization") ?? "")?.[1];
  if (metricsToken === undefined || given === undefined) return false;
  // timingSafeEqual throws for buffers of different lengths, and digests have the same length.
  return timingSafeEqual(digest(given), digest(metricsToken));
}

const digest = (text: string) => createHash("sha256").update(text).digest();
