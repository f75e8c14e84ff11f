import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { fetchMedia } from "../../../server/adapters/live/media/fetch-media.ts";
import type { MediaStore } from "../../../server/ports/media-store.ts";
import type { GroupProxy } from "../../../server/ports/proxy.ts";
import { certificate } from "../../peers/support/certificate.ts";
import { storeOf } from "../../peers/support/memory-store.ts";
import { startHttpProxy } from "../../peers/support/proxies.ts";
import { closedPort } from "../../peers/support/raw-server.ts";
import { startWeb, type Web } from "../../peers/support/web.ts";

const now = new Date("2026-11-27T09:00:00Z");
const photo = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
const inStore = `${"ab".repeat(32)}.jpg`;
const longVideo = `${"ef".repeat(32)}.mp4`;
const stored = { [inStore]: photo, [longVideo]: new Uint8Array(20_000_001) };

type Given = {
  readonly trusted?: readonly Pick<Web, "origin">[];
  readonly proxy?: GroupProxy;
  readonly store?: MediaStore;
};

async function reader({ trusted = [], proxy, store = storeOf(stored) }: Given = {}) {
  const folder = await mkdtemp(join(tmpdir(), "fetch-media-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const source = {
    store,
    clock: { now: () => now },
    ownOrigins: ["https://console.example.com", "http://localhost:4100"],
    folder,
    publicInTests: trusted.map(({ origin }) => origin),
    ca: certificate.cert,
    // The test's proxy is on this machine.
    ...(proxy && { proxy, allowsPrivateProxy: true }),
  };
  const read = async (
    address: string,
    kind: "image" | "video" = "image",
    signal = new AbortController().signal,
  ) => {
    const file = await fetchMedia(address, kind, source, signal);
    if (!file.ok) return file;
    const bytes = new Uint8Array(await readFile(file.path));
    await file.remove();
    return { ok: true as const, bytes };
  };
  return { read, left: () => readdir(folder) };
}

/** Returns a web server of somebody else, and a reader that may reach it. */
async function site(answer: Parameters<typeof startWeb>[0]) {
  const web = await startWeb(answer);
  const { read, left } = await reader({ trusted: [web] });
  const get = (...more: [kind?: "image" | "video", signal?: AbortSignal]) =>
    read(`${web.origin}/a.jpg`, ...more);
  return { web, read, left, get };
}
const whole = { ok: true, bytes: photo };
const tooLarge = { ok: false, error: "The image at localhost is larger than 20 MB." };

describe("A file of somebody else", () => {
  it("is read as it comes, whatever its name and its header say", async () => {
    const { web, read, left } = await site((request, response) => {
      expect(request.headers).toMatchObject({ "accept-encoding": "identity" });
      expect(request.headers.cookie).toBeUndefined();
      response.writeHead(200, { "content-type": "text/html" }).end(photo);
    });
    expect(await read(`${web.origin}/page.php?a=1`)).toEqual(whole);
    expect(web.asked).toEqual(["/page.php?a=1"]);
    expect(await left()).toEqual([]);
  });

  it("is read behind three redirects, and not behind four", async () => {
    const { web, read } = await site((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end();
      else response.end(photo);
    });
    expect(await read(`${web.origin}/3`)).toEqual(whole);
    expect(await read(`${web.origin}/4`)).toEqual({
      ok: false,
      error: "The image at localhost did not load (302).",
      why: "later",
      scope: "post",
      retryAt: new Date("2026-11-27T09:10:00Z"),
    });
  });

  describe("for a group with a proxy", () => {
    // Only the proxy knows the name: a direct connection would not find it.
    const origin = "https://platform.test";
    const at = (port: number): GroupProxy => ({
      ...{ server: `http://localhost:${port}`, username: "zima", password: "canary" },
    });

    it("is read through it, and so is what it redirects to", async () => {
      const web = await startWeb((request, response) => {
        if (request.url === "/b.jpg") response.end(photo);
        else response.writeHead(302, { location: "/b.jpg" }).end();
      });
      const { port, asked } = await startHttpProxy({
        leadsTo: { "platform.test:443": Number(new URL(web.origin).port) },
        ...{ username: "zima", password: "canary" },
      });
      const { read } = await reader({ trusted: [{ origin }], proxy: at(port) });
      expect(await read(`${origin}/a.jpg`)).toEqual(whole);
      expect(asked).toEqual(["platform.test:443", "platform.test:443"]);
    });

    it("is never read without it, and the proxy's trouble is said; our own files are", async () => {
      const web = await startWeb((_, response) => response.end(photo));
      const proxy = at(await closedPort());
      const { read } = await reader({ trusted: [web], proxy });
      expect(await read(`${web.origin}/a.jpg`)).toMatchObject({
        why: "later",
        error: "The image at localhost did not load: The group's proxy did not answer.",
      });
      expect(web.asked).toEqual([]);
      expect(await read(`/media/store/${inStore}`)).toEqual(whole);
    });

    it("is not asked for at an address that is not public, whatever the proxy could reach", async () => {
      const { port, asked } = await startHttpProxy({ leadsTo: { "localhost:443": 1 } });
      const { read } = await reader({ proxy: { ...at(port), username: null, password: null } });
      for (const host of ["localhost", "127.0.0.1", "169.254.169.254"]) {
        const error = `${host} is not an address on the public internet.`;
        expect(await read(`https://${host}/a.jpg`)).toEqual({ ok: false, error });
      }
      expect(asked).toEqual([]);
    });
  });

  it.each([
    ["https://127.0.0.1/latest", "127.0.0.1 is not an address on the public internet."],
    ["https://169.254.169.254/latest", "169.254.169.254 is not an address on the public internet."],
    ["https://localhost/latest", "localhost is not an address on the public internet."],
    ["http://cdn.example.com/a.jpg", "cdn.example.com must be reached by https."],
    ["https://cdn.example.com:8443/a", "The address at cdn.example.com has a port."],
    ["https://a:canary@cdn.example.com/", "The address at cdn.example.com has a password in it."],
    ["file:///etc/passwd", "file: must be reached by https."],
  ])("is not asked for at %s, named or behind a redirect", async (location, error) => {
    const { get, read, left } = await site((_, response) => {
      response.writeHead(301, { location }).end();
    });
    expect(await read(location)).toEqual({ ok: false, error });
    expect(await get()).toEqual({ ok: false, error });
    expect(await left()).toEqual([]);
  });

  it("is not asked for at a server of this machine by a redirect", async () => {
    const inside = await startWeb((_, response) => response.end(photo), { tls: false });
    const { get } = await site((_, response) => {
      response.writeHead(307, { location: `${inside.origin}/admin` }).end();
    });
    expect(await get()).toEqual({ ok: false, error: "localhost must be reached by https." });
    expect(inside.asked).toEqual([]);
  });

  it.each([404, 403, 500, 503])("that is answered by %i is asked for later", async (status) => {
    const { web, get, left } = await site((_, response) => response.writeHead(status).end("no"));
    const error = `The image at localhost did not load (${status}).`;
    expect(await get()).toMatchObject({ ok: false, why: "later", scope: "post", error });
    expect(web.asked).toHaveLength(1);
    expect(await left()).toEqual([]);
  });

  it("that cannot be reached is asked for later", async () => {
    const origin = `https://localhost:${await closedPort()}`;
    const { read } = await reader({ trusted: [{ origin }] });
    const error = "The image at localhost did not load.";
    expect(await read(`${origin}/a.jpg`)).toMatchObject({ why: "later", error });
  });

  it("that breaks off is asked for later, and leaves nothing", async () => {
    const { get, left } = await site((_, response) => {
      response.writeHead(200, { "content-length": 100 }).write(photo);
      setImmediate(() => response.destroy());
    });
    expect(await get()).toMatchObject({ why: "later" });
    expect(await left()).toEqual([]);
  });

  it.each([
    ["image", 20_000_001, tooLarge.error],
    ["video", 512_000_001, "The video at localhost is larger than 512 MB."],
  ] as const)(
    "is refused before it is read if it says that it is too large: %s",
    async (kind, length, error) => {
      const { get } = await site((_, response) => {
        response.writeHead(200, { "content-length": length }).write(photo);
      });
      expect(await get(kind)).toEqual({ ok: false, error });
    },
  );

  it("is refused while it is read if it does not say so", async () => {
    const part = new Uint8Array(1_000_000);
    let sent = 0;
    const { get, left } = await site((_, response) => {
      const go = () => {
        if (response.destroyed) return;
        sent += part.length;
        response.write(part, go);
      };
      go();
    });
    expect(await get()).toEqual(tooLarge);
    expect(await left()).toEqual([]);
    expect(sent).toBeGreaterThan(20_000_000);
  });

  it("that never ends is given up with the call", async () => {
    const { web, get, left } = await site((_, response) => {
      response.writeHead(200).write(photo);
    });
    const stop = new AbortController();
    const reading = get("image", stop.signal);
    await expect.poll(() => web.asked.length).toBe(1);
    stop.abort();
    await expect(reading).rejects.toThrow();
    expect(await left()).toEqual([]);
  });
});

describe("A file of our own", () => {
  it.each([
    `/media/store/${inStore}`,
    `https://console.example.com/media/store/${inStore}`,
    `http://localhost:4100/media/store/${inStore}`,
  ])("is read from the store, never by HTTP: %s", async (address) => {
    const { read, left } = await reader();
    expect(await read(address)).toEqual(whole);
    expect(await left()).toEqual([]);
  });

  const gone = "The image is not in the media store any more.";
  const madeUp = "This image is made up by the sandbox and never published.";
  const noAddress = "The address is not a web address.";
  it.each([
    [`/media/store/${"cd".repeat(32)}.png`, gone],
    [`/media/store/${longVideo}`, "The image at the media store is larger than 20 MB."],
    ["/media/sandbox/sample-1.svg", madeUp],
    ["https://console.example.com/media/sandbox/clip.mp4", madeUp],
    ["//evil.example.com/a.jpg", noAddress],
    ["/\\evil.example.com/a.jpg", noAddress],
    ["slika.jpg", noAddress],
    ["", noAddress],
  ])(
    "is refused for good if it was deleted, too large, made up, or has no address: '%s'",
    async (address, error) => {
      const { read } = await reader();
      expect(await read(address)).toEqual({ ok: false, error });
    },
  );

  it("is refused for good if its store does not say how long it is", async () => {
    const find = async () => ({ size: Number.NaN, storedAt: now });
    const { read } = await reader({ store: { ...storeOf(stored), find } });
    const error = "The image at the media store is larger than 20 MB.";
    expect(await read(`/media/store/${inStore}`)).toEqual({ ok: false, error });
  });

  it.each([
    "/api/v1/auth/me",
    "/media/store/../../etc/passwd",
    "/media/store/%2e%2e/secret.key",
    `/media/store/${inStore}/../x`,
    "/media/outbox/abc.jpg",
    "https://console.example.com/healthz",
  ])("must be one of the store: %s", async (address) => {
    const { read } = await reader();
    expect(await read(address)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^There is no image or video at \/.* on this server\.$/),
    });
  });
});
