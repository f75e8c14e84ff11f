import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { healthApi } from "@/shared/api/health";
import { deriveKey } from "../adapters/secret-box.ts";
import type { Config } from "../config.ts";
import { type Database, describeError } from "../db/client.ts";
import type { Enqueue } from "../jobs/boss.ts";
import type { Ports } from "../ports/ports.ts";
import { Refusal } from "../refusal.ts";
import { guardOrigins, secureHeaders } from "./headers.ts";
import { openApiDocument } from "./openapi.ts";
import { type Api, type Handlers, type Serving, serve } from "./serve.ts";
import { createSessions, createSignIn, type Sessions } from "./sign-in.ts";
import { serveConsole } from "./static.ts";

export type AppOptions<A extends Api> = {
  readonly config: Config;
  readonly database: Database;
  readonly ports: Ports;
  readonly enqueue: Enqueue;
  /** The calls of the product and what answers them. */
  readonly api: A;
  readonly handlers: Handlers<A>;
  /** The installation's secret of 32 bytes. */
  readonly key: Uint8Array;
  /** Pages of the adapters: what the sandbox published, its pictures and mails. */
  readonly pages?: Hono;
  /** Whether the outside world is the built-in stand-in. */
  readonly sandbox: boolean;
  /** Where the built console lies; without it there is only the API. */
  readonly staticDir?: string;
};

export type App = {
  /** Answers a request, from a socket or from a test. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly sessions: Sessions;
};

/** Everything that is served on the port: console, API, sign-in, and the pages of the adapters. */
export function createApp<A extends Api>(options: AppOptions<A>): App {
  const { config, database, ports, enqueue, sandbox } = options;
  const sessions = createSessions({
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
  };

  const app = new Hono();
  app.use(secureHeaders(), guardOrigins(config));
  app.use(
    bodyLimit({
      maxSize: 1024 * 1024,
      onError: (call) => call.json({ detail: "The request is larger than 1 MB." }, 413),
    }),
  );
  serve(
    app,
    { health: healthApi },
    {
      health: {
        read: async (_, { db }) => {
          await db.execute("select 1");
          return { status: "ok", sandbox, idempotency: true };
        },
      },
    },
    serving,
  );
  serve(app, options.api, options.handlers, serving);
  const document = JSON.stringify(openApiDocument({ health: healthApi, ...options.api }));
  app.get("/openapi.json", (call) =>
    call.body(document, 200, { "Content-Type": "application/json" }),
  );
  // Browsers ask for it on every page of ours that names no icon, and call a 404 an error.
  app.get("/favicon.ico", (call) => call.body(null, 204));
  app.route("/", createSignIn({ config, sessions, secrets: ports.secrets }));
  if (options.pages) app.route("/", options.pages);
  app.all("/api/*", (call) => call.json({ detail: "Not Found" }, 404));
  if (options.staticDir) app.use(serveConsole(options.staticDir));
  app.notFound((call) => call.json({ detail: "Not Found" }, 404));
  app.onError((error, call) => {
    if (error instanceof Refusal) {
      if (error.status === 401) call.header("WWW-Authenticate", "Bearer");
      return call.json({ detail: error.detail }, error.status);
    }
    const request_id = call.get("requestId");
    console.error(`${request_id} ${call.req.method} ${call.req.path} ${describeError(error)}`);
    return call.json({ detail: "Internal Server Error", request_id }, 500);
  });

  return { fetch: async (request) => app.fetch(request), sessions };
}
