import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { empty, html, redirect, status } from "../support/fault-proxy/fault";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy/proxy";

let server: Server;
let proxy: FaultProxy;
let served: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    served.push(`${request.method} ${request.url}`);
    response.setHeader("content-type", "application/json");
    if (request.url === "/dies") {
      response.setHeader("content-length", 1000);
      response.write("{", () => request.socket.destroy());
      return;
    }
    response.end(JSON.stringify({ answer: "x".repeat(100) }));
  }).listen(0);
  proxy = await startFaultProxy((server.address() as AddressInfo).port);
});
afterEach(() => {
  proxy.clear();
  served = [];
});
afterAll(async () => {
  await proxy.close();
  server.closeAllConnections();
  server.close();
});

const ask = (path = "/things", init?: RequestInit) =>
  fetch(`http://127.0.0.1:${proxy.port}${path}`, { redirect: "manual", ...init });
const everything = () => true;

describe("The fault proxy", () => {
  it("passes a request without a rule unchanged, and logs it", async () => {
    const response = await ask("/things?a=1", {
      method: "POST",
      body: "{}",
      headers: { "idempotency-key": "one" },
    });
    expect(await response.json()).toEqual({ answer: "x".repeat(100) });
    expect(served).toEqual(["POST /things?a=1"]);
    const [seen] = proxy.seen("POST", "/things?a=1");
    expect(seen).toMatchObject({ idempotencyKey: "one", servedStatus: 200, isCut: false });
    expect(String(seen?.body)).toBe("{}");
  });

  it.each([
    ["after the server served it", "after", 1],
    ["before the server received it", "before", 0],
    ["in the middle of its answer", "middle", 1],
  ] as const)("cuts a connection %s", async (_, when, times) => {
    proxy.rule(everything, { kind: "cut", when });
    await expect(ask().then((response) => response.text())).rejects.toThrow();
    expect(served).toHaveLength(times);
    expect(proxy.log.at(-1)).toMatchObject({ isCut: true, fault: "cut" });
  });

  it("cuts a connection if the server dies in its answer", async () => {
    await expect(ask("/dies").then((response) => response.text())).rejects.toThrow();
    expect(served).toEqual(["GET /dies"]);
  });

  it("answers in the server's place, with or without asking it", async () => {
    proxy.rule(everything, status(503, { retryAfter: "1" }));
    const refused = await ask();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(served).toEqual([]);
    proxy.rule(everything, status(502, { isServed: true }));
    expect((await ask()).status).toBe(502);
    expect(served).toHaveLength(1);
  });

  it("answers with a page, an empty body, a redirect and a truncated body", async () => {
    const faults = [html, empty, redirect("/elsewhere"), { kind: "truncate" } as const];
    const answers: [number, string][] = [];
    for (const fault of faults) {
      proxy.once(everything, fault);
      const response = await ask();
      answers.push([response.status, (await response.text()).slice(0, 9)]);
    }
    expect(answers).toEqual([
      [200, "<!doctype"],
      [200, ""],
      [302, ""],
      [200, '{"answer"'],
    ]);
  });

  it("rewrites a successful answer, and only that of a matching request", async () => {
    proxy.rule(({ path }) => path === "/other", {
      kind: "rewrite",
      change: () => ({ answer: null }),
    });
    expect(await (await ask("/other")).json()).toEqual({ answer: null });
    expect(await (await ask("/things")).json()).toEqual({ answer: "x".repeat(100) });
  });

  it("sends an answer in pieces, after a delay, or never", async () => {
    proxy.rule(everything, { kind: "drip", pieces: 3, milliseconds: 20 });
    expect(await (await ask()).json()).toEqual({ answer: "x".repeat(100) });
    proxy.rule(everything, { kind: "delay", milliseconds: 100 });
    const asked = performance.now();
    await ask();
    expect(performance.now() - asked).toBeGreaterThanOrEqual(95);
    proxy.rule(everything, { kind: "hang", isServed: true });
    await expect(ask("/things", { signal: AbortSignal.timeout(200) })).rejects.toThrow();
  });

  it("goes down and up again at the same address", async () => {
    await proxy.down();
    const refused = new Promise((resolve) => {
      connect(proxy.port, "127.0.0.1").on("error", resolve);
    });
    expect(await refused).toMatchObject({ code: "ECONNREFUSED" });
    await proxy.up();
    expect((await ask()).status).toBe(200);
  });

  it("cuts the next request that comes over a used connection, and no other", async () => {
    proxy.cutNext("POST", "/things");
    const outcomes: boolean[] = [];
    // Node's fetch reuses its connection; a browser would automatically resend the cut request.
    for (const _ of [1, 2, 3]) {
      outcomes.push(
        await ask("/things", { method: "POST" }).then(
          async (response) => Boolean(await response.text()),
          () => false,
        ),
      );
    }
    expect(outcomes.filter((isAnswered) => !isAnswered).length).toBeLessThanOrEqual(1);
    expect(proxy.seen("POST", "/things").filter(({ isCut }) => isCut)).toHaveLength(1);
  });
});
