import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

type SeenRequest = {
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string | undefined;
  /** Whether the connection had carried another request before. */
  readonly isReused: boolean;
  isCut: boolean;
};

/**
 * Stands between browser and server as a bad network would. The browser's own tools cannot: they
 * answer in the server's place, and never cut a connection that the server has already served.
 */
export async function startProxy(target: number) {
  const seen: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  let wait = 0;
  let toCut: ((request: SeenRequest) => boolean) | undefined;

  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    const headsIn = requestReader();
    let requests = 0;
    let cutBeforeAnswer = false;

    client.on("data", (chunk) => {
      for (const head of headsIn(chunk)) {
        const request = read(head, requests++ > 0);
        if (request.isReused && toCut?.(request)) {
          request.isCut = cutBeforeAnswer = true;
          toCut = undefined;
        }
        seen.push(request);
      }
      upstream.write(chunk);
    });
    upstream.on("data", (chunk) => {
      // The server has done it, and nobody hears of it.
      if (cutBeforeAnswer) client.destroy();
      else if (wait > 0) setTimeout(() => client.destroyed || client.write(chunk), wait);
      else client.write(chunk);
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      // A cut connection is what this is for.
      one.on("error", () => {});
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    port: (server.address() as AddressInfo).port,
    /** The requests of one method to paths that end like this. */
    seen: (method: string, path: string | RegExp) => seen.filter(matcher(method, path)),
    /** Cuts the connection of the next such request, once the server has served it, if it is a reused one. */
    cutNext: (method: string, path: string | RegExp) => {
      toCut = matcher(method, path);
    },
    /** Holds every answer back, in milliseconds. */
    delayAnswers: (milliseconds: number) => {
      wait = milliseconds;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

const matcher = (method: string, path: string | RegExp) => (request: SeenRequest) =>
  request.method === method &&
  (typeof path === "string" ? request.path.endsWith(path) : path.test(request.path));

function read(head: string, isReused: boolean): SeenRequest {
  const [method = "", path = ""] = head.split(" ", 2);
  const idempotencyKey = /^idempotency-key: *(\S+)/im.exec(head)?.[1];
  return { method, path, idempotencyKey, isReused, isCut: false };
}

/** Finds where requests begin in what one connection sends; browsers tell the length of every body. */
function requestReader() {
  let unread = "";
  let bodyLeft = 0;
  return (chunk: Buffer): string[] => {
    const heads: string[] = [];
    unread += chunk.toString("latin1");
    for (;;) {
      const skipped = Math.min(bodyLeft, unread.length);
      unread = unread.slice(skipped);
      bodyLeft -= skipped;
      const end = bodyLeft > 0 ? -1 : unread.indexOf("\r\n\r\n");
      if (end < 0) return heads;
      const head = unread.slice(0, end);
      unread = unread.slice(end + 4);
      bodyLeft = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
      heads.push(head);
    }
  };
}
