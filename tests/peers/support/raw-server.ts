import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { onTestFinished } from "vitest";
import { certificate } from "./certificate.ts";

/** One request as it came over the wire: its head, and as much of its body as came with it. */
export type RawRequest = { readonly head: string; readonly body: string };

export type RawServer = {
  readonly port: number;
  readonly requests: RawRequest[];
  /** The connections that were made, encrypted or not. */
  readonly connections: () => number;
};

type Options = {
  /** Answers each whole request; one that writes nothing leaves the client waiting. */
  readonly answer: (socket: Socket, request: RawRequest) => void;
  readonly tls?: boolean;
};

/**
 * A server that gives a test the bytes of each request, and every way to answer it badly. It is closed
 * with the test.
 */
export async function startRawServer({ answer, tls = false }: Options): Promise<RawServer> {
  const requests: RawRequest[] = [];
  let connections = 0;
  const receive = (socket: Socket) => {
    connections += 1;
    let text = "";
    socket.on("error", () => socket.destroy());
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      text += chunk;
      const end = text.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = text.slice(0, end);
      const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
      if (text.length < end + 4 + length) return;
      const request = { head, body: text.slice(end + 4, end + 4 + length) };
      text = text.slice(end + 4 + length);
      requests.push(request);
      answer(socket, request);
    });
  };
  const server = tls ? createTlsServer(certificate, receive) : createServer(receive);
  const port = await listenUntilTestEnds(server);
  return { port, requests, connections: () => connections };
}

/** Listens on a free port of 127.0.0.1 until the test ends, with all its connections. */
export async function listenUntilTestEnds(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("There is no port.");
  return address.port;
}

/** A whole answer with a body. */
export const rawAnswer = (
  body: string,
  { status = "200 OK", headers = [] }: { status?: string; headers?: readonly string[] } = {},
) =>
  [
    `HTTP/1.1 ${status}`,
    `content-length: ${Buffer.byteLength(body)}`,
    "content-type: application/json",
    ...headers,
    "",
    body,
  ].join("\r\n");

/** A port of this machine on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("There is no port.");
  return address.port;
}
