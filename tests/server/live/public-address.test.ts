import { lookup } from "node:dns/promises";
import { describe, expect, it } from "vitest";
import { createHttp } from "../../../server/adapters/live/http.ts";
import {
  createGuardedLookup,
  guardedLookup,
  isPublic,
  refusalOfAddress,
} from "../../../server/adapters/live/public-address.ts";
import { NotSentError } from "../../../server/ports/outcome.ts";
import { nameServers } from "../../peers/support/name-servers.ts";

// The special-purpose address registries of IANA (RFC 6890), one address of each block.
const special = {
  ipv4: [
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
  ],
  ipv6: [
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:a9fe:a9fe",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:2::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    // In no block that IANA has given out.
    "4000::1",
  ],
};

describe("The public internet", () => {
  it.each([...special.ipv4, ...special.ipv6])("does not have %s", (address) => {
    expect(isPublic(address)).toBe(false);
  });

  it.each(["1.1.1.1", "93.184.216.34", "172.32.0.1", "2606:4700:4700::1111", "::ffff:8.8.8.8"])(
    "has %s",
    (address) => {
      expect(isPublic(address)).toBe(true);
    },
  );

  it("does not have a text that is no address", () => {
    expect(isPublic("localhost")).toBe(false);
    expect(isPublic("")).toBe(false);
  });
});

describe("An address that somebody else named", () => {
  it.each([
    // All of them are 127.0.0.1 to a browser and to Node.
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0177.0.0.1/",
    "https://127.0.0.1./",
    "https://１２７.0.0.1/",
    "https://%31%32%37.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:7f00:1]/",
    "https://[64:ff9b::127.0.0.1]/",
    "https://0/",
    // The metadata of clouds.
    "https://169.254.169.254/latest/meta-data/",
    "https://[fd00:ec2::254]/",
  ])("is refused: %s", (text) => {
    expect(refusalOfAddress(new URL(text))).toMatch(/ is not an address on the public internet\.$/);
  });

  it.each([
    ["http://cdn.example.com/a.jpg", "cdn.example.com must be reached by https."],
    ["ftp://cdn.example.com/a.jpg", "cdn.example.com must be reached by https."],
    ["file:///etc/passwd", "file: must be reached by https."],
    ["https://cdn.example.com:8443/a.jpg", "The address at cdn.example.com has a port."],
    [
      "https://canary:canary@cdn.example.com/",
      "The address at cdn.example.com has a password in it.",
    ],
    ["https://cdn.example.com:443/a.jpg", undefined],
    ["https://93.184.216.34/a.jpg", undefined],
    ["https://[2606:4700:4700::1111]/a.jpg", undefined],
  ])("must be https, without a port and without user info: %s", (text, refusal) => {
    expect(refusalOfAddress(new URL(text))).toBe(refusal);
  });

  it.each(["https://localhost/", "https://127.0.0.1/", "https://[::1]/"])(
    "that leads to this machine is not asked: %s",
    async (url) => {
      const calling = createHttp({ proxy: null })({
        method: "GET",
        url,
        reach: "public",
        signal: new AbortController().signal,
      });
      await expect(calling).rejects.toThrow(/ is not an address on the public internet\.$/);
      await expect(calling).rejects.toBeInstanceOf(NotSentError);
    },
  );
});

describe("A name", () => {
  it("that leads to this machine is refused, whether one address is wanted or all", async () => {
    expect((await lookup("localhost")).address).toMatch(/^(127\.|::1)/);
    for (const all of [true, false]) {
      const error = await new Promise((resolve) => {
        guardedLookup("localhost", { all }, resolve);
      });
      expect(error).toBeInstanceOf(NotSentError);
    }
  });

  /** Returns a name's servers that give one answer after the other. */
  function answering(...answers: readonly (readonly string[])[]) {
    const { asked, resolve: resolver } = nameServers(...answers);
    const guarded = createGuardedLookup(resolver);
    const ask = (all: boolean) =>
      new Promise((resolve, reject) => {
        guarded("cdn.example.com", { all }, (error, address) =>
          error ? reject(error) : resolve(address),
        );
      });
    return { ask, asked };
  }

  it("is refused if only one of its addresses is private", async () => {
    for (const all of [true, false]) {
      const { ask } = answering(["93.184.216.34", "2606:4700:4700::1111", "10.0.0.7"]);
      await expect(ask(all)).rejects.toThrow(
        "cdn.example.com is not an address on the public internet.",
      );
    }
    const { ask } = answering(["93.184.216.34", "::ffff:127.0.0.1"]);
    await expect(ask(true)).rejects.toBeInstanceOf(NotSentError);
  });

  it("is refused if it has no address", async () => {
    await expect(answering([]).ask(true)).rejects.toBeInstanceOf(NotSentError);
  });

  it("is asked for once: the address that was checked is the one that is connected to", async () => {
    const { ask, asked } = answering(["93.184.216.34"], ["127.0.0.1"]);
    expect(await ask(true)).toEqual([{ address: "93.184.216.34", family: 4 }]);
    expect(asked).toEqual(["cdn.example.com"]);
    // The second answer would lead to this machine, and is checked like the first.
    await expect(ask(true)).rejects.toBeInstanceOf(NotSentError);
  });

  it("that does not resolve fails as it does without the guard", async () => {
    const error = await new Promise((resolve) => {
      guardedLookup("nobody.invalid", { all: true }, resolve);
    });
    expect(error).toMatchObject({ syscall: "getaddrinfo" });
  });
});
