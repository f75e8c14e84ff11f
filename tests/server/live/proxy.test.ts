import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type Call, createHttp, NoAnswerError } from "../../../server/adapters/live/http.ts";
import { NotSentError } from "../../../server/ports/outcome.ts";
import type { GroupProxy } from "../../../server/ports/proxy.ts";
import { certificate } from "../../peers/support/certificate.ts";
import { startHttpProxy, startSocksProxy } from "../../peers/support/proxies.ts";
import { closedPort, rawAnswer, startRawServer } from "../../peers/support/raw-server.ts";

const username = "zima";
const password = "canary:šifra@9/%41";

/** A platform whose name only the proxy knows: a direct connection would not find it. */
const platform = "https://platform.test";

const startPlatform = () =>
  startRawServer({ answer: (socket) => socket.end(rawAnswer('{"ok":1}')), tls: true });

const call = (url = `${platform}/me`): Call => ({
  method: "GET",
  url,
  headers: { authorization: "Bearer canary-token" },
  signal: new AbortController().signal,
});

const httpThrough = (proxy: GroupProxy, timeout?: number) =>
  createHttp({
    ...{ proxy, allowsPrivateProxy: true, ca: certificate.cert },
    ...(timeout !== undefined && { timeout }),
  });

async function refusalOf(proxy: GroupProxy, timeout?: number): Promise<string> {
  const calling = httpThrough(proxy, timeout)(call());
  const error: unknown = await calling.catch((reason: unknown) => reason);
  if (!(error instanceof NotSentError)) throw new Error(`It was not refused: ${error}`);
  expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain("canary");
  return error.message;
}

const wrongPassword = "The group's proxy refused its user name or password.";
const noAnswer = "The group's proxy did not answer.";

describe.each([
  ["an HTTP proxy", "http", startHttpProxy],
  [
    "an HTTPS proxy",
    "https",
    (options: Parameters<typeof startHttpProxy>[0]) => startHttpProxy({ ...options, tls: true }),
  ],
  ["a SOCKS5 proxy", "socks5", startSocksProxy],
] as const)("Through %s", (_, scheme, start) => {
  const at = (port: number): GroupProxy => ({
    server: `${scheme}://localhost:${port}`,
    username,
    password,
  });
  /** Returns a proxy that leads to this port at the given name, and the client that goes through it. */
  async function through(port: number, name = "platform.test:443", timeout?: number) {
    const proxy = await start({ leadsTo: { [name]: port }, username, password });
    return { proxy, http: httpThrough(at(proxy.port), timeout) };
  }

  it("a call is sent with the group's password, and its name is left to the proxy", async () => {
    const server = await startPlatform();
    const { proxy, http } = await through(server.port);
    expect((await http(call())).json).toEqual({ ok: 1 });
    expect(proxy.asked).toEqual(["platform.test:443"]);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.head).not.toMatch(/proxy-authorization/i);
  });

  it("a call is sent without a password if the group has none", async () => {
    const server = await startPlatform();
    const { port } = await start({ leadsTo: { "platform.test:443": server.port } });
    const open = { ...at(port), username: null, password: null };
    expect((await httpThrough(open)(call())).status).toBe(200);
  });

  it("a call without encryption is sent as well", async () => {
    const server = await startRawServer({ answer: (socket) => socket.end(rawAnswer("{}")) });
    const { proxy, http } = await through(server.port, "platform.test:8080");
    expect((await http(call("http://platform.test:8080/a"))).status).toBe(200);
    expect(proxy.asked).toEqual(["platform.test:8080"]);
  });

  it("a wrong password, a missing one and a refused target are said, and nothing was sent", async () => {
    const server = await startPlatform();
    const leadsTo = { "platform.test:443": server.port };
    const { port } = await start({ leadsTo, username, password: "another" });
    expect(await refusalOf(at(port))).toBe(wrongPassword);
    const open = { ...at(port), username: null, password: null };
    expect(await refusalOf(open)).toBe(wrongPassword);
    expect(server.connections()).toBe(0);
    const { proxy } = await through(server.port, "other.test:443");
    expect(await refusalOf(at(proxy.port))).toMatch(
      /^The group's proxy did not let the connection through( \(403\))?\.$/,
    );
  });

  it("nothing is sent directly while the proxy is down", async () => {
    const server = await startPlatform();
    const proxy = at(await closedPort());
    expect(await refusalOf(proxy)).toBe(noAnswer);
    // An address that a direct connection would reach.
    const direct = call(`https://localhost:${server.port}/`);
    await expect(httpThrough(proxy)(direct)).rejects.toBeInstanceOf(NotSentError);
    expect(server.connections()).toBe(0);
  });

  it("a proxy that never answers, or ends the connection, counts as down", async () => {
    const mute = await startRawServer({ answer: () => undefined });
    expect(await refusalOf(at(mute.port), 300)).toBe(noAnswer);
    const rude = await startRawServer({ answer: (socket) => socket.destroy() });
    expect(await refusalOf(at(rude.port), 2_000)).toBe(noAnswer);
  });

  it("an abort while the proxy connects ends the call, unsent", async () => {
    const mute = await startRawServer({ answer: () => undefined });
    const stop = new AbortController();
    const calling = httpThrough(at(mute.port))({ ...call(), signal: stop.signal });
    await expect.poll(mute.connections).toBe(1);
    stop.abort();
    await expect(calling).rejects.toBeInstanceOf(NotSentError);
  });

  it("a platform whose certificate is not trusted gets nothing", async () => {
    const server = await startPlatform();
    const { http } = await through(server.port, "other.test:443");
    await expect(http(call("https://other.test/"))).rejects.toBeInstanceOf(NotSentError);
    expect(server.requests).toEqual([]);
  });

  it("an answer that is lost behind the proxy is uncertain", async () => {
    const server = await startRawServer({ answer: (socket) => socket.destroy(), tls: true });
    const { http } = await through(server.port);
    await expect(http(call())).rejects.toBeInstanceOf(NoAnswerError);
    expect(server.requests).toHaveLength(1);
  });

  it("a call may take longer than a connection may", async () => {
    let answer = () => {};
    const server = await startRawServer({
      answer: (socket) => {
        answer = () => socket.end(rawAnswer("{}"));
      },
      tls: true,
    });
    const { http } = await through(server.port, undefined, 4_000);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const calling = http(call());
    await expect.poll(() => server.requests.length, { interval: 0 }).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    answer();
    expect((await calling).status).toBe(200);
  });

  it("an address that somebody else named must be public, whatever the proxy could reach", async () => {
    const { proxy, http } = await through(1, "localhost:443");
    const calling = http({ ...call("https://localhost/"), reach: "public" });
    await expect(calling).rejects.toThrow("localhost is not an address on the public internet.");
    expect(proxy.asked).toEqual([]);
  });
});

describe("A proxy's address", () => {
  it.each(["ftp://proxy.example.com", "http://", ""])("must be one: '%s'", async (server) => {
    expect(await refusalOf({ server, username, password })).toBe(
      "The group's proxy is not an address like http://proxy.example.com:8080 or socks5://proxy.example.com:1080.",
    );
  });

  it("may have no scheme, and is that of an HTTP proxy then", async () => {
    const server = await startPlatform();
    const leadsTo = { "platform.test:443": server.port };
    const { port } = await startHttpProxy({ leadsTo, username, password });
    const http = httpThrough({ server: `localhost:${port}`, username, password });
    expect((await http(call())).status).toBe(200);
  });

  it("is not a web server that does not know CONNECT", async () => {
    const web = await startRawServer({
      answer: (socket) => socket.end(rawAnswer("{}", { status: "405 Method Not Allowed" })),
    });
    const server = `http://127.0.0.1:${web.port}`;
    expect(await refusalOf({ server, username, password })).toBe(
      "The group's proxy did not let the connection through (405).",
    );
  });
});
