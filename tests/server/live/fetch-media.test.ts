import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { fetchMedia } from "../../../server/adapters/live/fetch-media.ts";
import type { GroupProxy } from "../../../server/ports/publisher.ts";
import { certificate } from "../../peers/support/certificate.ts";
import { storeOf } from "../../peers/support/memory-store.ts";
import { startHttpProxy } from "../../peers/support/proxies.ts";
import { closedPort } from "../../peers/support/raw-server.ts";
import { startWeb, type Web } from "../../peers/support/web.ts";

const now = new Date("2026-11-27T09:00:00Z");
const photo = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
const inStore = `${"ab".repeat(32)}.jpg`;

type Given = { readonly trusted?: readonly Pick<Web, "origin">[]; readonly proxy?: GroupProxy };

async function reader({ trusted = [], proxy }: Given = {}) {
  const folder = await mkdtemp(join(tmpdir(), "fetch-media-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const source = {
    store: storeOf({ [inStore]: photo }),
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

describe("A file of somebody else", () => {
  it("is read as it comes, whatever its name and its header say", async () => {
    const web = await startWeb((request, response) => {
      expect(request.headers).toMatchObject({ "accept-encoding": "identity" });
      expect(request.headers.cookie).toBeUndefined();
      response.writeHead(200, { "content-type": "text/html" }).end(photo);
    });
    const { read, left } = await reader({ trusted: [web] });
    expect(await read(`${web.origin}/page.php?a=1`)).toEqual({ ok: true, bytes: photo });
    expect(web.asked).toEqual(["/page.php?a=1"]);
    expect(await left()).toEqual([]);
  });

  it("is read behind three redirects, and not behind four", async () => {
    const web = await startWeb((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end();
      else response.end(photo);
    });
    const { read } = await reader({ trusted: [web] });
    expect(await read(`${web.origin}/3`)).toEqual({ ok: true, bytes: photo });
    expect(await read(`${web.origin}/4`)).toEqual({
      ok: false,
      error: "The image at localhost did not load (302).",
      why: "later",
      of: "post",
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
      expect(await read(`${origin}/a.jpg`)).toEqual({ ok: true, bytes: photo });
      expect(asked).toEqual(["platform.test:443", "platform.test:443"]);
    });

    it("is never read without it, and the proxy's trouble is said", async () => {
      const web = await startWeb((_, response) => response.end(photo));
      const proxy = at(await closedPort());
      const { read } = await reader({ trusted: [web], proxy });
      expect(await read(`${web.origin}/a.jpg`)).toMatchObject({
        why: "later",
        error: "The image at localhost did not load: The group's proxy did not answer.",
      });
      expect(web.asked).toEqual([]);
    });

    it("is not asked for at an address that is not public, whatever the proxy could reach", async () => {
      const { port, asked } = await startHttpProxy({ leadsTo: { "localhost:443": 1 } });
      const open = { ...at(port), username: null, password: null };
      const { read } = await reader({ proxy: open });
      for (const host of ["localhost", "127.0.0.1", "169.254.169.254"]) {
        expect(await read(`https://${host}/a.jpg`)).toEqual({
          ok: false,
          error: `${host} is not an address on the public internet.`,
        });
      }
      expect(asked).toEqual([]);
    });

    it("is read from our own store without it", async () => {
      const { read } = await reader({ proxy: at(await closedPort()) });
      expect(await read(`/media/store/${inStore}`)).toEqual({ ok: true, bytes: photo });
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
  ])("is not asked for at %s, named or behind a redirect", async (address, error) => {
    const { read: readNamed, left } = await reader();
    expect(await readNamed(address)).toEqual({ ok: false, error });
    const web = await startWeb((_, response) => {
      response.writeHead(301, { location: address }).end();
    });
    const { read } = await reader({ trusted: [web] });
    expect(await read(`${web.origin}/a.jpg`)).toEqual({ ok: false, error });
    expect(await left()).toEqual([]);
  });

  it("is not asked for at a server of this machine by a redirect", async () => {
    const inside = await startWeb((_, response) => response.end(photo), { tls: false });
    const web = await startWeb((_, response) => {
      response.writeHead(307, { location: `${inside.origin}/admin` }).end();
    });
    const { read } = await reader({ trusted: [web] });
    expect(await read(`${web.origin}/a.jpg`)).toEqual({
      ok: false,
      error: "localhost must be reached by https.",
    });
    expect(inside.asked).toEqual([]);
  });

  it.each([404, 403, 500, 503])("that is answered by %i is asked for later", async (status) => {
    const web = await startWeb((_, response) => response.writeHead(status).end("no"));
    const { read, left } = await reader({ trusted: [web] });
    expect(await read(`${web.origin}/a.jpg`)).toMatchObject({
      ok: false,
      why: "later",
      of: "post",
      error: `The image at localhost did not load (${status}).`,
    });
    expect(web.asked).toHaveLength(1);
    expect(await left()).toEqual([]);
  });

  it("that cannot be reached is asked for later", async () => {
    const origin = `https://localhost:${await closedPort()}`;
    const { read } = await reader({ trusted: [{ origin }] });
    expect(await read(`${origin}/a.jpg`)).toMatchObject({
      why: "later",
      error: "The image at localhost did not load.",
    });
  });

  it("that breaks off is asked for later, and leaves nothing", async () => {
    const web = await startWeb((_, response) => {
      response.writeHead(200, { "content-length": 100 }).write(photo);
      setImmediate(() => response.destroy());
    });
    const { read, left } = await reader({ trusted: [web] });
    expect(await read(`${web.origin}/a.jpg`)).toMatchObject({ why: "later" });
    expect(await left()).toEqual([]);
  });

  it("is refused before it is read if it says that it is too large", async () => {
    const web = await startWeb((_, response) => {
      response.writeHead(200, { "content-length": 20_000_001 }).write(photo);
    });
    const { read } = await reader({ trusted: [web] });
    expect(await read(`${web.origin}/a.jpg`)).toEqual({
      ok: false,
      error: "The image at localhost is larger than 20 MB.",
    });
    const video = await startWeb((_, response) => {
      response.writeHead(200, { "content-length": 512_000_001 }).write(photo);
    });
    const { read: readVideo } = await reader({ trusted: [video] });
    expect(await readVideo(`${video.origin}/a.mp4`, "video")).toEqual({
      ok: false,
      error: "The video at localhost is larger than 512 MB.",
    });
  });

  it("is refused while it is read if it does not say so", async () => {
    const part = new Uint8Array(1_000_000);
    let sent = 0;
    const web = await startWeb((_, response) => {
      const go = () => {
        if (response.destroyed) return;
        sent += part.length;
        response.write(part, go);
      };
      go();
    });
    const { read, left } = await reader({ trusted: [web] });
    expect(await read(`${web.origin}/a.jpg`)).toEqual({
      ok: false,
      error: "The image at localhost is larger than 20 MB.",
    });
    expect(await left()).toEqual([]);
    expect(sent).toBeGreaterThan(20_000_000);
  });

  it("that never ends is given up with the call", async () => {
    const web = await startWeb((_, response) => {
      response.writeHead(200).write(photo);
    });
    const { read, left } = await reader({ trusted: [web] });
    const stop = new AbortController();
    const reading = read(`${web.origin}/a.jpg`, "image", stop.signal);
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
    expect(await read(address)).toEqual({ ok: true, bytes: photo });
    expect(await left()).toEqual([]);
  });

  it("that was deleted is refused for good", async () => {
    const { read } = await reader();
    expect(await read(`/media/store/${"cd".repeat(32)}.png`)).toEqual({
      ok: false,
      error: "The image is not in the media store any more.",
    });
  });

  it.each(["/media/sandbox/sample-1.svg", "https://console.example.com/media/sandbox/clip.mp4"])(
    "that the sandbox made up never goes out: %s",
    async (address) => {
      const { read } = await reader();
      expect(await read(address)).toEqual({
        ok: false,
        error: "This image is made up by the sandbox and never published.",
      });
    },
  );

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

  it("is no address without a host of its own", async () => {
    const { read } = await reader();
    const error = "The address is not a web address.";
    expect(await read("//evil.example.com/a.jpg")).toEqual({ ok: false, error });
    expect(await read("/\\evil.example.com/a.jpg")).toEqual({ ok: false, error });
    expect(await read("slika.jpg")).toEqual({ ok: false, error });
    expect(await read("")).toEqual({ ok: false, error });
  });
});
