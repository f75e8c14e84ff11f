import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Refuses new connections and closes those without a request at once, others when their request is
 * answered. Whatever is not answered after `timeout` ms is cut off.
 */
export type Drain = (timeout: number) => Promise<void>;

/** Follows the requests of a server from its first one, and returns the function that stops it. */
export function drainOf(server: Server): Drain {
  const connections = new Set<Socket>();
  const running = new Map<ServerResponse, Socket>();
  let isDraining = false;

  const closeUnused = () => {
    const used = new Set(running.values());
    for (const socket of connections) if (!used.has(socket)) socket.destroySoon();
  };
  // Called by server.close(). Node's own cuts answers that a slow client has not received yet, and
  // counts connections without a first request, which browsers open ahead, as busy.
  server.closeIdleConnections = closeUnused;

  server.on("connection", (socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  // Before the handler, which may answer at once.
  server.prependListener("request", (request, response) => {
    running.set(response, request.socket);
    if (isDraining) announceEnd(response);
    response.once("close", () => {
      running.delete(response);
      if (isDraining) closeUnused();
    });
  });

  return (timeout) =>
    new Promise((resolve) => {
      isDraining = true;
      for (const response of running.keys()) announceEnd(response);
      const limit = setTimeout(() => server.closeAllConnections(), timeout);
      server.close(() => {
        clearTimeout(limit);
        resolve();
      });
    });
}

/**
 * Adds `Connection: close`: otherwise the next request may be on its way when the connection is closed.
 */
function announceEnd(response: ServerResponse) {
  response.shouldKeepAlive = false;
}
