import { createServer as createHttpServer, type IncomingMessage } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { connect, createServer, type Server, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { certificate } from "./certificate.ts";
import { listenUntilTestEnds } from "./raw-server.ts";

export type TestProxy = {
  readonly port: number;
  /** The requested hosts, in order: `platform.test:443`. */
  readonly asked: string[];
  /** Returns the number of connections that were opened to it. */
  readonly connections: () => number;
};

type Options = {
  /** The port of this machine for each name and port: no test asks a name server. Others are refused. */
  readonly leadsTo: Readonly<Record<string, number>>;
  readonly username?: string;
  readonly password?: string;
};

/** A proxy with the method CONNECT (RFC 9110), encrypted itself if `tls`. Strict about its password. */
export async function startHttpProxy({
  leadsTo,
  username,
  password,
  tls = false,
}: Options & { readonly tls?: boolean }): Promise<TestProxy> {
  const asked: string[] = [];
  const server = tls ? createHttpsServer(certificate) : createHttpServer();
  const expected =
    username === undefined
      ? undefined
      : `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  server.on("connect", (request: IncomingMessage, client: Duplex) => {
    const target = request.url ?? "";
    asked.push(target);
    if (request.headers["proxy-authorization"] !== expected) {
      client.end("HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n");
      return;
    }
    const port = leadsTo[target];
    if (port === undefined || request.headers.host !== target) {
      client.end("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n");
      return;
    }
    join(client, port, () => client.write("HTTP/1.1 200 Connection established\r\n\r\n"));
  });
  return { port: await listenUntilTestEnds(server), asked, connections: counted(server) };
}

/** A SOCKS5 proxy (RFC 1928) with a user name and password (RFC 1929). */
export async function startSocksProxy({
  leadsTo,
  username,
  password,
}: Options): Promise<TestProxy> {
  const asked: string[] = [];
  const server = createServer((client) => {
    client.on("error", () => client.destroy());
    void serveSocks(client, { leadsTo, username, password, asked });
  });
  return { port: await listenUntilTestEnds(server), asked, connections: counted(server) };
}

function counted(server: Server): () => number {
  let count = 0;
  server.on("connection", () => {
    count += 1;
  });
  return () => count;
}

async function serveSocks(
  client: Socket,
  {
    leadsTo,
    username,
    password,
    asked,
  }: {
    leadsTo: Readonly<Record<string, number>>;
    username: string | undefined;
    password: string | undefined;
    asked: string[];
  },
) {
  const methods = await messageOf(client);
  const wanted = username === undefined ? 0 : 2;
  if (!methods.subarray(2).includes(wanted)) {
    client.end(Buffer.from([5, 0xff]));
    return;
  }
  client.write(Buffer.from([5, wanted]));
  if (wanted === 2) {
    const given = await messageOf(client);
    const nameLength = given[1] ?? 0;
    const name = given.subarray(2, 2 + nameLength).toString();
    const word = given.subarray(3 + nameLength).toString();
    const isRight = name === username && word === password;
    client.write(Buffer.from([1, isRight ? 0 : 1]));
    if (!isRight) {
      client.end();
      return;
    }
  }
  const request = await messageOf(client);
  // Only names: an address in its place would show that this machine had resolved it.
  const host =
    request[3] === 3
      ? request.subarray(5, 5 + (request[4] ?? 0)).toString()
      : [...request.subarray(4, 8)].join(".");
  const target = `${host}:${request.readUInt16BE(request.length - 2)}`;
  asked.push(target);
  const port = leadsTo[target];
  const reply = (code: number) => Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]);
  if (port === undefined) client.end(reply(2));
  else join(client, port, () => client.write(reply(0)));
}

const messageOf = (socket: Socket) =>
  new Promise<Buffer>((resolve) => socket.once("data", (chunk) => resolve(Buffer.from(chunk))));

function join(client: Duplex, port: number, onConnected: () => void) {
  const onward = connect(port, "127.0.0.1", () => {
    onConnected();
    client.pipe(onward).pipe(client);
  });
  onward.on("error", () => client.destroy());
  client.on("error", () => onward.destroy());
  client.on("close", () => onward.destroy());
}
