import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { mediaApi } from "@/entities/media/contract";
import type { Config } from "../config.ts";
import { errorCode, StartError } from "../kernel/fault.ts";
import { atMost } from "../kernel/time-limit.ts";
import type { App } from "./app.ts";
import { type Drain, drainOf } from "./drain.ts";
import { addressOf } from "./serve.ts";

export type Listening = {
  /** That of all hosts: the one that was asked for, or a free one for 0. */
  readonly port: number;
  /** Stops listening; running requests have this number of milliseconds to end. */
  readonly close: Drain;
};

/**
 * Listens on all hosts. Throws a StartError if the first one fails, or if a program has the port on
 * another one; where that does not exist, it is left out.
 */
export async function listen(
  { hosts: [first, ...others], port: wanted }: Pick<Config, "hosts" | "port">,
  fetch: App["fetch"],
): Promise<Listening> {
  const running = new Set<Promise<Response>>();
  const handle: App["fetch"] = (request) => {
    const answer = fetch(request).finally(() => running.delete(answer));
    running.add(answer);
    return answer;
  };
  const drains: Drain[] = [];
  const close: Drain = async (timeout) => {
    const end = Date.now() + timeout;
    await Promise.all(drains.map((drain) => drain(timeout)));
    // A command runs on when its client has gone, and records what it has done outside.
    await atMost(Math.max(0, end - Date.now()), Promise.allSettled(running));
  };
  let port = wanted;
  for (const host of [first, ...others]) {
    const server = createServer(handle);
    const drain = drainOf(server);
    try {
      port = await open(server, host, port);
      drains.push(drain);
    } catch (error) {
      if (host !== first && !isTaken(error, wanted)) continue;
      await close(0);
      throw explain(error, host, port);
    }
  }
  return { port, close };
}

/**
 * Returns whether another program listens on localhost's other address: it would get some of the
 * requests. A free port's number there is only the near end of a connection.
 */
const isTaken = (error: unknown, wanted: number) =>
  wanted !== 0 && errorCode(error) === "EADDRINUSE";

/** The time that a request may take to arrive, in ms: Node's own limit. */
const longestRequest = 300_000;

/** The same for a file: a video of 512 MB at 0.6 Mbit a second. */
const longestUpload = 7_200_000;

const uploadPath = addressOf(mediaApi.upload);

/**
 * Cuts off a body that does not arrive in time, unless it is a file. Node knows one limit for all
 * requests, and anybody can begin a body.
 */
function limitArrival(request: IncomingMessage, response: ServerResponse) {
  const { headers, socket, url } = request;
  const hasBody = "content-length" in headers || "transfer-encoding" in headers;
  if (!hasBody || url?.split("?")[0] === uploadPath) return;
  const timer = setTimeout(() => {
    if (!request.complete) socket.destroy();
  }, longestRequest).unref();
  const end = () => clearTimeout(timer);
  request.once("end", end);
  // A body that nobody has read has no end; one that still arrives after its answer keeps its limit.
  response.once("close", () => {
    if (request.complete || socket.destroyed) end();
  });
}

function createServer(fetch: App["fetch"]): Server {
  // Without HTTP/2 options it is a node:http Server; the return type is wider.
  const server = createAdaptorServer({ fetch }) as Server;
  // Longer than proxies keep idle connections: closing one that a proxy is reusing fails a request.
  server.keepAliveTimeout = 65_000;
  server.headersTimeout = 70_000;
  // Node's default of five minutes would cut off a large file on a slow connection.
  server.requestTimeout = longestUpload;
  // Before the handler, which may answer at once.
  server.prependListener("request", limitArrival);
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // Node's default is a 408, after which Chromium resends the request: a command would run twice.
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" || !socket.writable) socket.destroy();
    else socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
  });
  return server;
}

/** Listens on one host and returns the port. */
function open(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

function explain(error: unknown, host: string, port: number): Error {
  switch (errorCode(error)) {
    case "EADDRINUSE":
      return new StartError(
        `Port ${port} is already in use: stop the program that has it, or set PORT to another.`,
      );
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
