import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { createHttp } from "../../../server/adapters/live/http.ts";
import { refusalOfProxy } from "../../../server/adapters/live/proxy/address.ts";
import { createProxyCheck } from "../../../server/adapters/live/proxy/check.ts";
import { openTunnel } from "../../../server/adapters/live/proxy/proxy.ts";
import { readConfig } from "../../../server/config.ts";
import { NotSentError } from "../../../server/ports/outcome.ts";
import { nameServers } from "../../peers/support/name-servers.ts";
import { startHttpProxy, startSocksProxy } from "../../peers/support/proxies.ts";
import { createWorld } from "../world.ts";
import { livePortsOf } from "./live-ports.ts";

const closed = (host: string) =>
  `${host} is on this server or in a private network: ALLOW_PRIVATE_PROXY=1 permits such a proxy.`;
const never = (host: string) => `${host} is not an address that a proxy can have.`;

const own = Object.values(networkInterfaces())
  .flatMap((found) => found ?? [])
  .filter(({ address }) => !/^(fe80:|169\.254\.)/i.test(address))
  .map(({ address, family }) => (family === "IPv6" ? `[${address}]` : address));

describe("The address of a proxy", () => {
  it.each([
    "127.0.0.1",
    "127.8.8.8",
    "[::1]",
    "[::ffff:7f00:1]",
    "localhost",
    "proxy.localhost",
    "10.0.0.7",
    "172.16.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "[fd12:3456::1]",
    ...own,
  ])("%s is allowed only if private ones are", (host) => {
    for (const server of [`http://${host}:8080`, `${host}:8080`, `socks5://${host}:1080`]) {
      const refusal = refusalOfProxy(server, { allowsPrivateProxy: false });
      expect(refusal).toBe(closed(host.replace(/^\[|\]$/g, "")));
      expect(refusalOfProxy(server, { allowsPrivateProxy: true })).toBeUndefined();
    }
  });

  it.each([
    "169.254.169.254",
    "[fe80::1]",
    "[::ffff:a9fe:a9fe]",
    "0.0.0.0",
    "[::]",
    "224.0.0.1",
    "255.255.255.255",
  ])("%s is never allowed", (host) => {
    for (const allowsPrivateProxy of [false, true]) {
      const refusal = refusalOfProxy(`http://${host}:8080`, { allowsPrivateProxy });
      expect(refusal).toBe(never(host.replace(/^\[|\]$/g, "")));
    }
  });

  it.each(["proxy.example.com", "93.184.216.34:3128", "[2606:4700:4700::1111]:3128"])(
    "%s is allowed",
    (server) => {
      expect(refusalOfProxy(server, { allowsPrivateProxy: false })).toBeUndefined();
    },
  );
});

const { signal } = new AbortController();
const target = { hostname: "platform.test", protocol: "https:", port: "" };

describe.each([
  ["HTTP", "http", startHttpProxy],
  ["SOCKS5", "socks5", startSocksProxy],
] as const)("The %s proxy of a group", (_, scheme, start) => {
  it.each(["127.0.0.1", "localhost"])(
    "at %s is asked for no connection without ALLOW_PRIVATE_PROXY, by a call or by its test",
    async (host) => {
      const { port, connections } = await start({ leadsTo: {} });
      const proxy = { server: `${scheme}://${host}:${port}`, username: null, password: null };
      const words = `The group's proxy is not used: ${closed(host)}`;
      const calling = createHttp({ proxy })({
        method: "GET",
        url: "https://platform.test",
        signal,
      });
      await expect(calling).rejects.toThrow(words);
      await expect(calling).rejects.toBeInstanceOf(NotSentError);
      const check = createProxyCheck({ allowsPrivateProxy: false, target });
      expect(await check.test(proxy, signal)).toEqual({ ok: false, error: words });
      expect(connections()).toBe(0);

      const open = createProxyCheck({ allowsPrivateProxy: true, target });
      expect(await open.test(proxy, signal)).toMatchObject({ ok: false });
      expect(connections()).toBe(1);
    },
  );

  /** Asks the proxy for a connection, with these answers of the name's servers, one after the other. */
  async function asking(allowsPrivateProxy: boolean, ...answers: readonly (readonly string[])[]) {
    const { asked, resolve } = nameServers(...answers);
    const { port, connections } = await start({ leadsTo: {} });
    const proxy = { server: `${scheme}://proxy.test:${port}`, username: null, password: null };
    const opening = openTunnel(proxy, target, {
      ...{ signal, timeout: 10_000, allowsPrivateProxy, resolve },
    });
    const words = await opening.then(
      () => "a connection",
      (error: Error) => error.message,
    );
    return { words, asked, connections: connections() };
  }

  it.each([[["127.0.0.1"]], [["93.184.216.34", "::1"]], [["10.0.0.7", "93.184.216.34"]]])(
    "is checked where its name leads, when it is used: %j",
    async (addresses) => {
      const words = `The group's proxy is not used: ${closed("proxy.test")}`;
      expect(await asking(false, addresses)).toEqual({
        ...{ words, connections: 0 },
        asked: ["proxy.test"],
      });
    },
  );

  it("is never one whose name leads to a link-local address", async () => {
    const words = `The group's proxy is not used: ${never("proxy.test")}`;
    for (const isAllowed of [true, false]) {
      expect(await asking(isAllowed, ["169.254.169.254"])).toMatchObject({ words });
    }
  });

  it("has its name asked for once: the address that was checked is the one that is connected to", async () => {
    const { words, asked, connections } = await asking(true, ["127.0.0.1"], ["169.254.169.254"]);
    expect(words).toMatch(/^The group's proxy did not let the connection through/);
    expect({ asked, connections }).toEqual({ asked: ["proxy.test"], connections: 1 });
  });
});

it("ALLOW_PRIVATE_PROXY=1 permits private proxies of a live server, and nothing else does", async () => {
  const world = await createWorld();
  const refusals = async (environment: Record<string, string>) => {
    const { proxyCheck } = await livePortsOf(world, environment);
    return ["127.0.0.1:3128", "169.254.1.1:3128"].map(proxyCheck.refusalOf);
  };
  const worlds: readonly Record<string, string>[] = [{ LIVE: "bluesky", SEED: "0" }, { SEED: "0" }];
  for (const world of worlds) {
    const [loopback, linkLocal] = [closed("127.0.0.1"), never("169.254.1.1")];
    expect(await refusals(world)).toEqual([loopback, linkLocal]);
    expect(await refusals({ ...world, ALLOW_PRIVATE_PROXY: "0" })).toEqual([loopback, linkLocal]);
    expect(await refusals({ ...world, ALLOW_PRIVATE_PROXY: "1" })).toEqual([undefined, linkLocal]);
  }
  expect(() => readConfig({ ALLOW_PRIVATE_PROXY: "yes" })).toThrow(
    "ALLOW_PRIVATE_PROXY must be 0 or 1.",
  );
  await world.close();
});
