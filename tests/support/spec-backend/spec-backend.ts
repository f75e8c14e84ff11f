/**
 * A backend made from the specification alone, for tests of the built console.
 *
 * The console must work completely with a backend that knows only sections 3 and 7: the calls listed
 * there and no others (`/healthz` is a 404, so nothing is announced), answers with the fields named
 * there and no others, and an Idempotency-Key header that nobody reads. Tests against the embedded
 * server cannot show that, because that server and the console share their contracts.
 *
 * So nothing in this folder may import from `src/` or `server/`: what the console expects must not
 * decide what this backend answers. `tests/architecture.test.ts` enforces it. All values are written
 * by hand from the specification.
 *
 * - records.ts: its data at the start
 * - calls.ts: the calls of section 7
 * - faults.ts: faults of a call, instead of its answer
 */
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { type Answer, answerCall } from "./calls";
import type { Fault } from "./faults";
import { newState } from "./records";

/** One request to the API, as it arrived. */
export type Received = {
  readonly method: string;
  /** Below /api/v1, without the query. */
  readonly path: string;
  readonly query: string;
  readonly body: unknown;
};

/** The name of a call: `POST /publishing/accounts/{id}/test`, where {…} is any part of a path. */
export type CallName = `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`;

type Rule = { readonly isFor: (request: Received) => boolean; readonly fault: Fault };

const api = "/api/v1";
const token = "token-of-the-spec-backend";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** One transparent pixel: the image of the records. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

export type SpecBackend = Awaited<ReturnType<typeof startSpecBackend>>;

/** Serves the console that is built in a folder, and the API on the same origin. */
export async function startSpecBackend(folder = "dist") {
  let state = newState();
  const rules = new Set<Rule>();
  const received: Received[] = [];
  const held = new Set<ServerResponse>();

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const { method = "GET" } = request;
    const address = new URL(request.url ?? "/", "http://localhost");
    // The browser navigates to this page: section 7 leaves open whether it is below the API's base.
    if (method === "GET" && address.pathname.endsWith("/publishing/reddit/connect")) {
      response
        .writeHead(200, { "content-type": "text/plain" })
        .end("Reddit asks for consent here.");
      return;
    }
    if (address.pathname.startsWith(`${api}/`)) return serveCall(request, response, address);
    if (method === "GET" && address.pathname === "/login/discord") {
      const origin = address.searchParams.get("origin") ?? "";
      response.writeHead(302, { location: `${origin}/auth/callback?token=${token}` }).end();
      return;
    }
    return serveFile(request, response, address.pathname);
  }

  async function serveCall(request: IncomingMessage, response: ServerResponse, address: URL) {
    const call: Received = {
      method: request.method ?? "GET",
      path: address.pathname.slice(api.length),
      query: address.search,
      body: await bodyOf(request),
    };
    received.push(call);
    const fault = [...rules].findLast(({ isFor }) => isFor(call))?.fault;
    if (fault?.kind === "cut") return void request.socket.destroy();
    if (fault?.kind === "silence") return void held.add(response);
    if (fault) return send(response, fault);
    if (request.headers.authorization !== `Bearer ${token}`) {
      return send(response, { status: 401, body: { detail: "Not authenticated" } });
    }
    return send(
      response,
      answerCall(state, call.method, call.path, address.searchParams, call.body),
    );
  }

  /** Serves the built files; every address that a person may open gets the console's page. */
  async function serveFile(request: IncomingMessage, response: ServerResponse, path: string) {
    if (path === "/uploads/scarf.png") {
      response.writeHead(200, { "content-type": "image/png" }).end(pixel);
      return;
    }
    const isPage = extname(path) === "" && (request.headers.accept ?? "").includes("text/html");
    const file = isPage ? "/index.html" : path;
    const isInside = /^\/[\w./-]+$/.test(file) && !file.includes("..");
    const bytes = isInside && (await readFile(join(folder, file)).catch(() => undefined));
    if (!bytes) return send(response, { status: 404, body: { detail: "Not Found" } });
    response
      .writeHead(200, {
        "content-type": types[extname(file)] ?? "application/octet-stream",
        "cache-control": isPage ? "no-cache" : "max-age=3600",
        "x-content-type-options": "nosniff",
      })
      .end(bytes);
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has an address of that form.
  const { port } = server.address() as AddressInfo;

  return {
    /** The URL that the browser opens. */
    address: `http://localhost:${port}`,
    /** The administrator's token, which everybody who signs in receives. */
    token,
    /** The present data, for tests that need other data. */
    state: () => state,
    /** The number of requests of one call. */
    countOf: (name: CallName, since = 0) => received.slice(since).filter(isCall(name)).length,
    /** The number of all requests. */
    received: () => received.length,
    /**
     * Makes these calls fail until the returned function is called, which cuts the connections that
     * still wait for an answer.
     */
    fail(name: CallName, fault: Fault) {
      const rule = { isFor: isCall(name), fault };
      rules.add(rule);
      return () => {
        rules.delete(rule);
        for (const response of held) response.destroy();
        held.clear();
      };
    },
    /**
     * Restores the first data and removes all faults. Requests that still wait get an answer:
     * Chromium would send a call whose connection is cut a second time, which would succeed.
     */
    reset() {
      state = newState();
      rules.clear();
      for (const response of held) send(response, { status: 503 });
      held.clear();
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function isCall(name: CallName) {
  const [method, path = ""] = name.split(" ");
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
  return (request: Received) => request.method === method && pattern.test(request.path);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  if (parts.length === 0) return undefined;
  return JSON.parse(Buffer.concat(parts).toString());
}

function send(response: ServerResponse, { status, body }: Answer) {
  if (body === undefined) {
    response.writeHead(status, { "cache-control": "no-store" }).end();
    return;
  }
  response
    .writeHead(status, { "content-type": "application/json", "cache-control": "no-store" })
    .end(JSON.stringify(body));
}
