import { once } from "node:events";
import {
  Agent,
  createServer,
  type IncomingMessage,
  request as requestUpstream,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault, Seen } from "./fault";

type Match = (request: Seen) => boolean;
type Rule = {
  readonly match: Match;
  readonly faultOf: (request: Seen) => Fault | undefined;
};

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>;

/**
 * A proxy between browser and server that acts like a bad network. The browser's own tools cannot:
 * they answer instead of the server, and never cut a connection that the server has already served.
 */
export async function startFaultProxy(target?: number) {
  const log: Seen[] = [];
  const rules: Rule[] = [];
  const sockets = new Set<Socket>();
  const requestsOn = new WeakMap<Socket, number>();
  const agent = new Agent({ keepAlive: true });
  let wait = 0;

  const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0 }, (incoming, outgoing) => {
    // Errors of a connection that was cut are expected.
    outgoing.on("error", () => {});
    serve(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse) {
    const { socket } = incoming;
    const before = requestsOn.get(socket) ?? 0;
    requestsOn.set(socket, before + 1);
    const seen = await read(incoming, log.length, before > 0);
    log.push(seen);
    const fault = faultOf(seen);
    if (fault) seen.fault = fault.kind;
    if (fault?.kind === "cut" && fault.when === "before") return cut(seen, socket);
    if (fault?.kind === "hang" && !fault.isServed) return;
    if (fault?.kind === "answer" && !fault.isServed) return send(outgoing, fault);

    // An answer can be rewritten only whole and uncompressed, and must not keep its original ETag.
    const isRewritten = fault?.kind === "rewrite";
    const answer = await ask(
      seen,
      incoming.rawHeaders,
      isRewritten ? ["if-none-match", "accept-encoding"] : [],
    );
    if (isRewritten) delete answer.headers?.etag;
    seen.servedStatus = answer.status;
    seen.isReplayed = answer.headers?.["idempotent-replayed"] === "true";
    if (wait > 0) await sleep(wait);
    switch (fault?.kind) {
      case undefined:
        return send(outgoing, answer);
      case "delay":
        await sleep(fault.milliseconds);
        return send(outgoing, answer);
      case "answer":
        return send(outgoing, fault);
      case "hang":
        return;
      case "truncate":
        return send(outgoing, { ...answer, body: half(answer.body) });
      case "rewrite":
        return send(outgoing, rewritten(answer, seen, fault.change));
      case "drip":
        return drip(outgoing, answer, fault.pieces, fault.milliseconds);
      case "cut":
        if (fault.when === "after") return cut(seen, socket);
        outgoing.writeHead(answer.status, answer.headers);
        outgoing.write(half(answer.body), () => cut(seen, socket));
    }
  }

  function faultOf(seen: Seen) {
    // A copy, because a rule may remove itself when it is asked.
    for (const rule of [...rules]) {
      const fault = rule.match(seen) ? rule.faultOf(seen) : undefined;
      if (fault) return fault;
    }
    return undefined;
  }

  function ask({ method, path, body }: Seen, rawHeaders: string[], without: readonly string[]) {
    const left = new Set(["connection", ...without]);
    return new Promise<Answer>((resolve, reject) => {
      // Raw, so that repeated or strangely spelt headers arrive unchanged.
      const headers = rawHeaders.flatMap((name, at) =>
        at % 2 === 0 && !left.has(name.toLowerCase()) ? [name, rawHeaders[at + 1] ?? ""] : [],
      );
      const upstream = requestUpstream(
        { agent, host: "127.0.0.1", port: target, method, path, headers },
        (response) => {
          const { "transfer-encoding": _, connection, ...kept } = response.headers;
          const answer = { status: response.statusCode ?? 502, headers: kept };
          // A server that dies in the middle of its answer rejects, as one that cannot be reached.
          bytesOf(response).then((body) => resolve({ ...answer, body }), reject);
        },
      );
      upstream.on("error", reject);
      upstream.end(body);
    });
  }

  const add = (match: Match, fault: Fault | Rule["faultOf"]) => {
    const rule: Rule = { match, faultOf: typeof fault === "function" ? fault : () => fault };
    rules.unshift(rule);
    return () => {
      const at = rules.indexOf(rule);
      if (at >= 0) rules.splice(at, 1);
    };
  };

  return {
    port,
    /** Every request, in the order of arrival. */
    log: log as readonly Seen[],
    /** The requests of one method whose paths match, as in `to`. */
    seen: (method: string, path: string | RegExp) => log.filter(to(method, path)),
    /** Applies a fault to every matching request; the newest rule wins. @returns how to remove it */
    rule: add,
    /** Applies a fault to the next matching request alone. */
    once: (match: Match, fault: Fault) => {
      const end = add(match, () => {
        end();
        return fault;
      });
      return end;
    },
    /** Removes all rules and the delay. */
    clear: () => {
      rules.length = 0;
      wait = 0;
    },
    /** Cuts the next such request on a reused connection, once the server has served it. */
    cutNext: (method: string, path: string | RegExp) => {
      const matches = to(method, path);
      const end = add(
        (request) => request.isReused && matches(request),
        () => {
          end();
          return { kind: "cut", when: "after" };
        },
      );
    },
    /** Delays every answer, in milliseconds. */
    delayAnswers: (milliseconds: number) => {
      wait = milliseconds;
    },
    /** Leads to this port of the machine from now on. */
    leadTo: (port: number) => {
      target = port;
    },
    /** Refuses connections, as if the machine were off. */
    down: async () => {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise((done) => server.close(done));
    },
    /** Accepts connections again, under the same address. */
    up: async () => {
      if (server.listening) return;
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
    },
    close: async () => {
      agent.destroy();
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise((done) => server.close(done));
    },
  };
}

/** Matches requests of one method whose path ends with a text, or matches a pattern. */
export const to = (method: string, path: string | RegExp): Match => {
  return (request) =>
    request.method === method &&
    (typeof path === "string" ? request.path.endsWith(path) : path.test(request.path));
};

type Answer = {
  readonly status: number;
  readonly headers?: IncomingMessage["headers"];
  readonly body?: string | Buffer;
};

async function read(incoming: IncomingMessage, index: number, isReused: boolean): Promise<Seen> {
  const at = performance.now();
  const { method = "", url: path = "", headers } = incoming;
  const key = headers["idempotency-key"];
  const body = await bytesOf(incoming);
  return {
    index,
    at,
    method,
    path,
    headers,
    body,
    idempotencyKey: typeof key === "string" ? key : undefined,
    isReused,
    isCut: false,
  };
}

async function bytesOf(stream: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function send(outgoing: ServerResponse, { status, headers = {}, body = "" }: Answer) {
  outgoing.writeHead(status, { ...headers, ...lengthOf(status, body) });
  outgoing.end(body);
}

/** An answer without a body must not announce one. */
const lengthOf = (status: number, body: string | Buffer) =>
  status === 204 || status === 304 ? {} : { "content-length": String(Buffer.byteLength(body)) };

async function drip(outgoing: ServerResponse, answer: Answer, pieces: number, pause: number) {
  const { status, headers = {}, body = "" } = answer;
  outgoing.writeHead(status, { ...headers, ...lengthOf(status, body) });
  const bytes = Buffer.from(body);
  const size = Math.max(1, Math.ceil(bytes.length / pieces));
  for (let at = 0; at < bytes.length; at += size) {
    outgoing.write(bytes.subarray(at, at + size));
    await sleep(pause);
  }
  outgoing.end();
}

const half = (body: string | Buffer = "") => {
  const bytes = Buffer.from(body);
  return bytes.subarray(0, Math.floor(bytes.length / 2));
};

function cut(seen: Seen, socket: Socket) {
  seen.isCut = true;
  socket.destroy();
}

/** Changes a good JSON answer; any other answer is passed on unchanged. */
function rewritten(
  answer: Answer,
  request: Seen,
  change: (reply: unknown, request: Seen) => unknown,
) {
  if (!/json/.test(String(answer.headers?.["content-type"])) || answer.status >= 300) return answer;
  const changed = change(JSON.parse(String(answer.body)), request);
  return { ...answer, body: typeof changed === "string" ? changed : JSON.stringify(changed) };
}
