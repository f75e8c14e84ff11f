import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

export type Asked = {
  readonly method: string;
  /** With its query. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer<ArrayBuffer>;
};
export type Reply = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};
export type Handler = (asked: Asked) => Reply | Promise<Reply>;
/** Answers in place of the handler, which it may call before; 'drop' cuts the connection. */
export type Fault = (asked: Asked, handler: Handler) => Promise<Reply | "drop"> | Reply | "drop";

export type Front = {
  /** `http://localhost:4711` */
  readonly origin: string;
  /** Everything that was asked, in order. */
  readonly asked: readonly Asked[];
  /** How often this path was asked. */
  readonly timesOf: (path: string) => number;
  /** Replaces the next answer at a path; several faults at one path follow each other. */
  readonly next: (path: string, fault: Fault) => void;
  /** Forgets what was asked and which faults are left. */
  readonly reset: () => void;
};

export const json = (value: unknown, status = 200): Reply => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
});

/** A refusal in the form of the AT Protocol. */
export const refusal = (status: number, error: string, message: string) =>
  json({ error, message }, status);

/**
 * A local server that hands requests to a handler, with faults on demand. It ends with the test file,
 * which fails if the handler threw: that is how it refuses what is not in the documents.
 *
 * @param tls with a certificate it answers encrypted
 */
export async function startFront(
  handler: Handler,
  tls?: { readonly cert: string; readonly key: string },
): Promise<Front> {
  const asked: Asked[] = [];
  const faults = new Map<string, Fault[]>();
  const problems: string[] = [];
  const listener: RequestListener = async (request, response) => {
    const received = await read(request).catch(() => undefined);
    // Cut by the caller, as when it is killed: a part of a request is none.
    if (!received) return;
    asked.push(received);
    const fault = faults.get(received.url.pathname)?.shift();
    const reply = await Promise.resolve(received)
      .then((asked) => (fault ? fault(asked, handler) : handler(asked)))
      .catch((error: unknown) => {
        problems.push(`${received.method} ${received.url.pathname}: ${error}`);
        return refusal(400, "NotExpected", "Not in the documents");
      });
    if (reply === "drop") return request.socket.destroy();
    response.writeHead(reply.status, reply.headers).end(reply.body);
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    if (problems.length > 0) throw new Error(problems.join("\n"));
  });
  // A server on TCP has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `${tls ? "https" : "http"}://localhost:${port}`,
    asked,
    timesOf: (path) => asked.filter(({ url }) => url.pathname === path).length,
    next: (path, fault) => faults.set(path, [...(faults.get(path) ?? []), fault]),
    reset: () => {
      asked.length = 0;
      faults.clear();
    },
  };
}

/** Headers that every client of HTTP sends. */
const usualHeaders = [
  "accept",
  "accept-encoding",
  "accept-language",
  "connection",
  "content-length",
  "host",
  "sec-fetch-mode",
  "user-agent",
];

/** Throws if a request has a header beside the usual ones and these. */
export function onlyHeaders({ headers }: Asked, own: readonly string[]) {
  const unknown = Object.keys(headers).filter(
    (name) => !usualHeaders.includes(name) && !own.includes(name),
  );
  if (unknown.length > 0) throw new Error(`The headers ${unknown.join(", ")} are not expected.`);
}

async function read(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return {
    method: request.method ?? "",
    url: new URL(request.url ?? "", `http://${request.headers.host}`),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
    body: Buffer.concat(chunks),
  };
}

/** Hands a request to another origin. */
export async function forwarded(
  { method, url, headers, body }: Asked,
  target: string,
): Promise<Reply> {
  const answer = await fetch(`${target}${url.pathname}${url.search}`, {
    method,
    headers: withoutConnection(Object.entries(headers)),
    ...(method !== "GET" && body.length > 0 && { body }),
    redirect: "manual",
  });
  return {
    status: answer.status,
    headers: withoutConnection(answer.headers),
    body: await answer.text(),
  };
}

/** Headers that belong to one connection. */
const ofConnection =
  /^(host|connection|keep-alive|transfer-encoding|content-(length|encoding)|accept-encoding)$/;

const withoutConnection = (headers: Iterable<readonly [string, string]>) =>
  Object.fromEntries([...headers].filter(([name]) => !ofConnection.test(name)));

/** The connection is cut before the call has an effect. */
export const dropBefore = (): "drop" => "drop";

/** The call has its effect, and then the connection is cut. */
export const dropAfter: Fault = async (asked, handler) => {
  await handler(asked);
  return dropBefore();
};

/** The call has its effect, and then something on the way answers in its place. */
export const badGatewayAfter: Fault = async (asked, handler) => {
  await handler(asked);
  return { status: 502, headers: { "content-type": "text/html" }, body: "<h1>502</h1>" };
};
