import { type Context as Call, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import { mediaApi } from "@/entities/media/contract";
import { authDocs } from "@/features/auth/contract-docs";
import { saleRotatorApi } from "@/features/sale-rotator/contract";
import { healthDocs } from "@/shared/api/docs/health-docs";
import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import { isUnavailable } from "../db/unavailable.ts";
import type { Enqueue } from "../kernel/context.ts";
import type { Api, Handlers } from "../kernel/handler.ts";
import type { Log } from "../kernel/log.ts";
import type { Metrics } from "../kernel/metrics.ts";
import { Refusal } from "../kernel/refusal.ts";
import { deriveKey } from "../keys/secret-box.ts";
import type { Ports } from "../ports/ports.ts";
import { outboxOf } from "../settings/storage.ts";
import { createDocs } from "./docs/docs.ts";
import { openApiDocument } from "./docs/openapi.ts";
import { guardOrigins, secureHeaders } from "./headers.ts";
import { capabilitiesOf, createHealth } from "./health.ts";
import { createListCache } from "./list-cache.ts";
import { observe, serveMetrics } from "./observe.ts";
import { createMailEvents } from "./public/mail-events.ts";
import { createMediaFiles } from "./public/media-files.ts";
import { createShopifyWebhooks } from "./public/shopify-webhooks.ts";
import { serveConsole } from "./public/static.ts";
import { createUnsubscribe } from "./public/unsubscribe.ts";
import { addressOf, serve } from "./serve.ts";
import type { Serving } from "./serving.ts";
import { isBuiltInSignInAllowed, noticePage } from "./sign-in/identity-provider.ts";
import { createLogOut } from "./sign-in/log-out.ts";
import { createRedditConnect } from "./sign-in/reddit-connect.ts";
import { createSessions, createSignIn, type Sessions } from "./sign-in/sign-in.ts";
import { createTikTokConnect } from "./sign-in/tiktok-connect.ts";

export type AppOptions<A extends Api> = {
  readonly config: Config;
  readonly database: Database;
  readonly ports: Ports;
  readonly enqueue: Enqueue;
  readonly log: Log;
  readonly metrics: Metrics;
  /** The product's endpoints, and a handler for each. */
  readonly api: A;
  readonly handlers: Handlers<A>;
  /** The installation's secret of 32 bytes. */
  readonly key: Uint8Array;
  /** Pages of the adapters: the sandbox's published posts, images and mails. */
  readonly pages?: Hono;
  /** Folder of the built console; without it only the API is served. */
  readonly staticDir?: string;
};

export type App = {
  /** Answers a request, from a socket or from a test. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly sessions: Sessions;
};

const limitBody = (most: number, unit: "KB" | "MB") =>
  bodyLimit({
    maxSize: most * (unit === "MB" ? 1024 : 1) * 1024,
    onError: (call) => call.json({ detail: `The request is larger than ${most} ${unit}.` }, 413),
  });
const limitTo256KB = limitBody(256, "KB");
const limitTo1MB = limitBody(1, "MB");
const limitTo8MB = limitBody(8, "MB");

/**
 * Returns whether a path may get large requests: a step of a confirmed run sends back the remaining
 * lists, some hundred bytes for each product.
 */
const isLarge = (path: string) => path.startsWith(stepsPath);
/**
 * Returns whether a path is a webhook's: anybody may send to it, and the sender is known only once
 * the whole body was read.
 */
const isWebhook = (path: string) => path.startsWith("/webhooks/");
const uploadPath = addressOf(mediaApi.upload);
const stepsPath = addressOf(saleRotatorApi.triggerStep).replace("{groupId}", "");

/**
 * Returns the answer while the database is away. A page for a browser that navigates here, which would
 * show JSON as text.
 */
function unavailable(call: Call) {
  call.header("Retry-After", "5");
  const sentence = "The database does not answer. Try again.";
  return /text\/html/.test(call.req.header("Accept") ?? "")
    ? noticePage(call, 503, sentence, "Not available")
    : call.json({ detail: sentence }, 503);
}

/** Returns the whole HTTP application: console, API, sign-in, and the pages of the adapters. */
export function createApp<A extends Api>(options: AppOptions<A>): App {
  const { config, database, ports, enqueue, log, metrics } = options;
  const sandbox = ports.world.kind === "sandbox";
  const sessions = createSessions({
    config,
    database,
    key: deriveKey(options.key, "sessions"),
    now: () => new Date(),
  });
  const serving: Serving = {
    database,
    ports,
    enqueue,
    speed: config.speed,
    authenticate: sessions.authenticate,
    checkReplies: !config.production,
    listCache: createListCache(),
    log,
  };

  const api = { auth: authDocs, ...options.api };
  const app = new Hono();
  app.use(observe({ log, metrics }), secureHeaders(config), guardOrigins(config));
  app.use("/api/*", compress());
  app.use((call, next) => {
    // GET and HEAD have no body, and looking for one takes as long as sending a file.
    if (call.req.method === "GET" || call.req.method === "HEAD") return next();
    // A file is written to disk as it arrives, and has limits of its own.
    if (call.req.path === uploadPath) return next();
    if (isWebhook(call.req.path)) return limitTo256KB(call, next);
    return (isLarge(call.req.path) ? limitTo8MB : limitTo1MB)(call, next);
  });
  app.route(
    "/",
    createHealth({ database, world: ports.world, capabilities: capabilitiesOf(api, ports), log }),
  );
  app.get("/metrics", serveMetrics({ config, sandbox }, metrics));
  serve(app, options.api, options.handlers, serving);
  serve(
    app,
    { auth: { me: authDocs.me } },
    { auth: { me: async ({ user: { name, picture = null } }) => ({ name, picture }) } },
    serving,
  );
  // Built on the first request: building it takes longer than the rest of this function.
  let document: string | undefined;
  app.get("/openapi.json", (call) => {
    document ??= JSON.stringify(openApiDocument({ health: healthDocs, ...api }));
    return call.body(document, 200, { "Content-Type": "application/json" });
  });
  app.route("/", createDocs());
  // Browsers request it for each page without an icon, and log a 404 as an error.
  app.get("/favicon.ico", (call) => call.body(null, 204));
  app.route("/", createSignIn({ config, sandbox, sessions, ports, log }));
  app.route("/", createLogOut(sessions));
  app.route("/", createRedditConnect({ config, serving, log }));
  app.route("/", createTikTokConnect({ config, serving, log }));
  app.route("/", createUnsubscribe(serving));
  app.route("/", createMailEvents({ serving, log, metrics }));
  app.route("/", createShopifyWebhooks(serving));
  // Sandbox mails contain subscribers' addresses, so they are as restricted as the built-in sign-in.
  app.use("/sandbox/mail/*", (call, next) =>
    isBuiltInSignInAllowed(call, { config, sandbox }) ? next() : Promise.resolve(call.notFound()),
  );
  if (options.pages) app.route("/", options.pages);
  app.route("/", createMediaFiles({ store: ports.mediaStore, outbox: outboxOf(config) }));
  app.all("/api/*", (call) => call.json({ detail: "Not Found" }, 404));
  const { oidc } = config;
  if (options.staticDir) {
    app.use(serveConsole(options.staticDir, { chatPlatformName: oidc?.label }));
  }
  app.notFound((call) => call.json({ detail: "Not Found" }, 404));
  app.onError((error, call) => {
    if (isUnavailable(error)) return unavailable(call);
    if (error instanceof Refusal) {
      if (error.status === 401) call.header("WWW-Authenticate", "Bearer");
      if (error.status === 429 || error.status === 503) call.header("Retry-After", "5");
      return call.json({ detail: error.detail, ...error.more }, error.status);
    }
    return call.json({ detail: "Internal Server Error", request_id: call.get("requestId") }, 500);
  });

  return { fetch: async (request) => app.fetch(request), sessions };
}
