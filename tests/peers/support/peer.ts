import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A request as it came over the wire. */
export type Received = {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** As it was sent: some platforms take parentheses only unencoded. */
  readonly rawQuery: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly json: () => unknown;
  /** The fields of a multipart body, in their order. */
  readonly parts: () => Promise<readonly (readonly [name: string, value: string | File])[]>;
};

export type Reply = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** Instead of `json`: a body of another kind. */
  readonly text?: string;
};

/** What a stand-in does instead of answering as usual. */
export type Disturbance =
  /** Cuts the connection before or after the call took effect. */
  | { readonly cut: "before" | "after" }
  /** Never answers, and says when the call has arrived, or has taken effect. */
  | { readonly hang: "before" | "after"; readonly hung: () => void }
  /** Answers this; the call took effect only if `effect` is true. */
  | { readonly answer: Reply; readonly effect?: true };

/** Thrown for a request that no document allows; the test then fails when it closes the peer. */
export class NotInTheDocuments extends Error {}

export type Peer = {
  readonly origin: string;
  /** `POST /2/tweets`, in the order of their arrival. */
  readonly calls: readonly string[];
  readonly requests: readonly Received[];
  /** Disturbs the next call of this method and path. */
  readonly disturb: (call: string, disturbance: Disturbance) => void;
  /** Ends the server. Throws if a request was not in the documents, or a disturbance never came. */
  readonly close: () => Promise<void>;
};

/** A local HTTP server with one function for all requests. */
export async function startPeer(
  answer: (request: Received, origin: string) => Reply | Promise<Reply>,
): Promise<Peer> {
  const requests: Received[] = [];
  const problems: string[] = [];
  const disturbances = new Map<string, Disturbance[]>();
  let origin = "";

  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const request = await received(incoming).catch(() => undefined);
    // Cut by the caller, as when it is killed: a part of a request is none.
    if (!request) return;
    requests.push(request);
    const disturbance = disturbances.get(callOf(request))?.shift();
    const cut = () => void incoming.socket.destroy();
    if (disturbance && "cut" in disturbance && disturbance.cut === "before") return cut();
    if (disturbance && "hang" in disturbance && disturbance.hang === "before") {
      return disturbance.hung();
    }
    if (disturbance && "answer" in disturbance && !disturbance.effect) {
      return send(response, disturbance.answer);
    }
    const reply = await answer(request, origin);
    if (!disturbance) return send(response, reply);
    if ("cut" in disturbance) return cut();
    if ("hang" in disturbance) return disturbance.hung();
    send(response, disturbance.answer);
  };

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch((error: unknown) => {
      const problem = `${incoming.method} ${incoming.url}: ${error}`;
      problems.push(problem);
      send(response, { status: 418, text: problem });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    requests,
    get calls() {
      return requests.map(callOf);
    },
    disturb: (call, disturbance) =>
      void disturbances.set(call, [...(disturbances.get(call) ?? []), disturbance]),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      for (const [call, left] of disturbances) {
        if (left.length > 0) problems.push(`${call} was never called.`);
      }
      if (problems.length > 0) throw new Error(problems.join("\n"));
    },
  };
}

const callOf = ({ method, path }: Received) => `${method} ${path}`;

async function received(incoming: IncomingMessage): Promise<Received> {
  const body = await buffer(incoming);
  const [path = "", rawQuery = ""] = (incoming.url ?? "").split("?");
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
  );
  return {
    method: incoming.method ?? "",
    path,
    rawQuery,
    query: new URLSearchParams(rawQuery),
    headers,
    body,
    json: () => JSON.parse(body.toString()),
    parts: async () => {
      const type = headers["content-type"] ?? "";
      const form = await new Response(body, { headers: { "content-type": type } }).formData();
      return [...form];
    },
  };
}

function send(response: ServerResponse, { status, headers = {}, json, text }: Reply) {
  const type = text === undefined ? "application/json" : "text/plain";
  response.writeHead(status, { "content-type": type, ...headers });
  response.end(text ?? (json === undefined ? "" : JSON.stringify(json)));
}

/** The headers that fetch sends by itself. */
const ofFetch = [
  ...["accept", "accept-encoding", "accept-language", "connection", "content-length"],
  ...["content-type", "host", "sec-fetch-mode", "transfer-encoding", "user-agent"],
];

/** Refuses headers that are neither fetch's own nor among the given ones. */
export function refuseOtherHeaders({ headers }: Received, allowed: readonly string[]) {
  const other = Object.keys(headers).filter((name) => ![...ofFetch, ...allowed].includes(name));
  if (other.length > 0) throw new NotInTheDocuments(`unknown headers: ${other.join(", ")}`);
}

/** Refuses a query that has not exactly these parameters. */
export function refuseOtherQuery({ query }: Received, names: readonly string[]) {
  const sent = [...query.keys()].sort().join(", ");
  if (sent !== [...names].sort().join(", ")) throw new NotInTheDocuments(`query: ${sent}`);
}
