import type { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { type Config, StartError } from "../config.ts";
import { errorCode } from "../error-code.ts";
import type { App } from "./app.ts";

export type Listening = {
  /** That of all hosts: the one that was asked for, or a free one for 0. */
  readonly port: number;
  /**
   * Refuses new connections. Closes idle ones at once, and others when their request is finished, after
   * 10 seconds at most.
   */
  readonly close: () => Promise<void>;
};

/** Listens on all hosts. Throws a StartError if the first one fails; others may. */
export async function listen(
  { hosts: [first, ...others], port: wanted }: Pick<Config, "hosts" | "port">,
  fetch: App["fetch"],
): Promise<Listening> {
  const servers = [await listenOn(first, wanted, fetch)];
  const address = servers[0]?.address();
  const port = typeof address === "object" && address ? address.port : wanted;
  for (const host of others) {
    try {
      servers.push(await listenOn(host, port, fetch));
    } catch (error) {
      // Another program on localhost's other address would get some of the requests.
      if (errorCode(error) === "EADDRINUSE") throw portInUse(port);
    }
  }
  return { port, close: async () => void (await Promise.all(servers.map(closeServer))) };
}

function listenOn(host: string, port: number, fetch: App["fetch"]): Promise<Server> {
  return new Promise((resolve, reject) => {
    // Without HTTP/2 options it is a node:http Server; the return type is wider.
    const server = createAdaptorServer({ fetch }) as Server;
    // Longer than proxies keep idle connections: closing one that a proxy is reusing fails a request.
    server.keepAliveTimeout = 65_000;
    server.headersTimeout = 70_000;
    server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
      // Node's default is a 408, after which Chromium resends the request: a command would run twice.
      if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" || !socket.writable) socket.destroy();
      else socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    });
    server.once("error", (error) => reject(explain(error, host, port)));
    server.listen(port, host, () => resolve(server));
  });
}

const portInUse = (port: number) =>
  new StartError(
    `Port ${port} is already in use: stop the program that has it, or set PORT to another.`,
  );

function explain(error: Error, host: string, port: number): Error {
  switch (errorCode(error)) {
    case "EADDRINUSE":
      return portInUse(port);
    case "EACCES":
      return new StartError(
        `Port ${port} is not allowed for this user: set PORT to one above 1023.`,
      );
    default:
      return new StartError(
        `The server cannot listen on ${host} (${errorCode(error) ?? error}): check HOST.`,
      );
  }
}

/**
 * Closes idle connections at once, and others when their request is finished, after 10 seconds at
 * most.
 */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), 100);
    const limit = setTimeout(() => server.closeAllConnections(), 10_000);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(limit);
      resolve();
    });
  });
}
