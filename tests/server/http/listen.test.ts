import { once } from "node:events";
import { get, Server as HttpServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, createServer, Server, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { text } from "node:stream/consumers";
import { afterEach, expect, test, vi } from "vitest";
import { type Listening, listen } from "../../../server/http/listen.ts";

const clean: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const step of clean.splice(0).reverse()) await step();
});

/** Listens on a free port of 127.0.0.1, with a handler of the test. */
async function serve(answer: (request: Request) => Promise<Response>): Promise<Listening> {
  const listening = await listen({ hosts: ["127.0.0.1"], port: 0 }, answer);
  clean.push(() => listening.close(0));
  return listening;
}

/** A handler that answers when it is told to. */
function heldAnswer() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const handler = vi.fn(async () => {
    await held;
    return new Response("published");
  });
  const isAsked = () => expect.poll(() => handler.mock.calls.length).toBeGreaterThan(0);
  return { handler, isAsked, release };
}

/** Opens a connection and sends what is given. */
async function open({ port }: Listening, sent = ""): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  clean.push(() => socket.destroy());
  await once(socket, "connect");
  socket.write(sent);
  return socket;
}

const ask = async ({ port }: Listening): Promise<IncomingMessage> => {
  const [answer] = await once(get({ host: "127.0.0.1", port }), "response");
  return answer;
};

test("a request that takes almost a minute is answered completely while the server stops", async () => {
  const { handler, isAsked, release } = heldAnswer();
  const server = await serve(handler);
  const asked = ask(server);
  await isAsked();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  const closed = server.close(60_000);
  await vi.advanceTimersByTimeAsync(59_000);
  release();
  const answer = await asked;
  expect([answer.statusCode, await text(answer)]).toEqual([200, "published"]);
  // A client that sent its next request on this connection would find it cut.
  expect(answer.headers.connection).toBe("close");
  await closed;
});

test("a request is waited for also when its client has gone", async () => {
  const { handler, isAsked, release } = heldAnswer();
  const server = await serve(handler);
  const client = await open(server, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await isAsked();
  client.destroy();
  const isClosed = vi.fn();
  const closed = server.close(60_000).then(isClosed);
  // A stop that did not wait would be over before another server has answered and stopped.
  const other = await serve(async () => new Response("at once"));
  await text(await ask(other));
  await other.close(60_000);
  expect(isClosed).not.toHaveBeenCalled();
  release();
  await closed;
});

test("a request that takes longer than a stop may is cut off", async () => {
  const { handler, isAsked, release } = heldAnswer();
  const server = await serve(handler);
  clean.push(release);
  const asked = expect(ask(server)).rejects.toThrow("socket hang up");
  await isAsked();
  await server.close(20);
  await asked;
});

test("a stop refuses new connections and closes idle and unused ones at once", async () => {
  const { handler, isAsked, release } = heldAnswer();
  const server = await serve(async ({ url }) =>
    url.endsWith("/held") ? handler() : new Response("at once"),
  );
  const idle = await open(server, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(idle, "data");
  // Browsers open connections ahead; Node counts them as busy until their first request.
  const unused = await open(server);
  const busy = await open(server, "GET /held HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await isAsked();
  const ends = Promise.all([once(idle, "close"), once(unused, "close")]);
  const closed = server.close(60_000);
  await ends;
  await expect(open(server)).rejects.toThrow("ECONNREFUSED");
  expect(busy.closed).toBe(false);
  const answered = text(busy);
  release();
  expect(await answered).toMatch(/^HTTP\/1.1 200 OK\r\n.*\r\n\r\npublished$/s);
  await closed;
});

test("a slow client gets the whole of an answer that was ready before the stop", async () => {
  const size = 20_000_000;
  const server = await serve(async () => new Response(new Uint8Array(size)));
  const slow = await open(server, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(slow, "readable");
  const closed = server.close(60_000);
  let received = 0;
  for await (const chunk of slow) received += chunk.length;
  expect(received).toBeGreaterThan(size);
  await closed;
});

test("a connection is closed when an answer that had begun has been sent", async () => {
  let end = () => {};
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode("first,"));
      end = () => {
        controller.enqueue(new TextEncoder().encode("last"));
        controller.close();
      };
    },
  });
  const server = await serve(async () => new Response(body));
  const answer = await ask(server);
  // Its head has promised that the connection stays open.
  expect(answer.headers.connection).toBe("keep-alive");
  const closed = server.close(60_000);
  end();
  expect(await text(answer)).toBe("first,last");
  await closed;
});

test("a video of the largest size arrives over a slow connection", async () => {
  const listens = vi.spyOn(Server.prototype, "listen");
  clean.push(() => listens.mockRestore());
  await serve(async () => new Response());
  const [server] = listens.mock.contexts;
  const seconds = (512_000_000 * 8) / 1_000_000;
  expect(server).toBeInstanceOf(HttpServer);
  // In ms, and Node's own 300_000 would need 14 Mbit a second.
  expect((server as HttpServer).requestTimeout).toBeGreaterThan(seconds * 1000);
});

test.each([
  { path: "/api/v1/publishing/publish", isCut: true },
  { path: "/webhooks/ses/token", isCut: true },
  { path: "/api/v1/media?name=a", isCut: false },
])("a body that does not end is cut off, unless it is a file: $path", async ({ path, isCut }) => {
  const isAsked = vi.fn();
  const server = await serve(async (request) => {
    isAsked();
    return new Response(await request.text());
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const client = await open(
    server,
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\n1`,
  );
  await expect.poll(() => isAsked.mock.calls.length).toBe(1);
  await vi.advanceTimersByTimeAsync(299_000);
  expect(client.closed).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  client.write("2");
  // Writing to a connection that was cut may be an error.
  const answer = await text(client).catch(() => "");
  expect(answer).toMatch(isCut ? /^$/ : /^HTTP\/1.1 200 OK\r\n.*12$/s);
});

test("a command that arrived whole is not cut off, however long it takes", async () => {
  const { handler, isAsked, release } = heldAnswer();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const server = await serve(handler);
  const client = await open(
    server,
    "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\n1",
  );
  await isAsked();
  await vi.advanceTimersByTimeAsync(600_000);
  release();
  const [answer] = await once(client, "data");
  expect(String(answer)).toMatch(/^HTTP\/1.1 200 OK\r\n/);
});

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === "::1");

test.skipIf(!hasIpv6)("a program on localhost's other address ends the start", async () => {
  const other = createServer().listen(0, "::1");
  await once(other, "listening");
  clean.push(() => other.close());
  const { port } = other.address() as AddressInfo;
  await expect(
    listen({ hosts: ["127.0.0.1", "::1"], port }, async () => new Response()),
  ).rejects.toThrow(`Port ${port} is already in use`);
  await expect(once(connect(port, "127.0.0.1"), "connect")).rejects.toThrow("ECONNREFUSED");
});
