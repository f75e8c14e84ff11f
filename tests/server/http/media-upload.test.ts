import { randomBytes } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createFolderStore } from "../../../server/adapters/media/media-store.ts";
import { readConfig } from "../../../server/config.ts";
import { listen } from "../../../server/http/listen.ts";
import { StartError } from "../../../server/kernel/fault.ts";
import type { TestServer } from "../../support/server.ts";
import { image, sha256, start, temporaryFolder, upload, uploaded, video } from "./media-server.ts";

/** Uploads a file in pieces, as they come. Undici's type has `duplex`, which streams need; the DOM's has not. */
const uploadStream = (server: TestServer, body: ReadableStream<Uint8Array>) =>
  server.request("media", { method: "POST", body, duplex: "half" } as RequestInit);

async function refused(server: TestServer, body: BodyInit) {
  const answer = await upload(server, body);
  const { detail } = (await answer.json()) as { detail: string | { msg: string }[] };
  return { status: answer.status, detail: typeof detail === "string" ? detail : detail[0]?.msg };
}

describe("An upload", () => {
  it.each([
    ["jpeg", "jpg", "image/jpeg"],
    ["png", "png", "image/png"],
    ["gif", "gif", "image/gif"],
    ["webp", "webp", "image/webp"],
    ["avif", "avif", "image/avif"],
  ] as const)("of an image is served as it came: %s", async (format, ending, type) => {
    const { server } = await start();
    const bytes = await image(format);
    const url = await uploaded(server, bytes);
    expect(url).toBe(`/media/store/${sha256(bytes)}.${ending}`);
    // As a browser loads an image: without a token.
    const served = await server.fetch(url);
    expect(served.status).toBe(200);
    expect(served.headers.get("content-type")).toBe(type);
    expect(served.headers.get("content-length")).toBe(String(bytes.length));
    expect(served.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(served.headers.get("x-content-type-options")).toBe("nosniff");
    expect(served.headers.get("set-cookie")).toBeNull();
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it.each([
    ["isom", "mp4", "video/mp4"],
    ["mp42", "mp4", "video/mp4"],
    ["qt  ", "mov", "video/quicktime"],
  ])("of a video is served as it came: %s", async (brand, ending, type) => {
    const { server } = await start();
    const bytes = video(3_000_000, brand);
    const url = await uploaded(server, bytes);
    expect(url).toBe(`/media/store/${sha256(bytes)}.${ending}`);
    const served = await server.fetch(url);
    expect(served.headers.get("content-type")).toBe(type);
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it("of the same file is the same address, and one file", async () => {
    const { server, folder } = await start();
    const bytes = await image("png");
    const one = await uploaded(server, bytes);
    expect(await uploaded(server, bytes)).toBe(one);
    const all = await Promise.all(Array.from({ length: 8 }, () => uploaded(server, bytes)));
    expect(new Set(all)).toEqual(new Set([one]));
    expect((await readdir(folder)).sort()).toEqual([`${sha256(bytes)}.png`, "incoming"]);
    expect(await readdir(join(folder, "incoming"))).toEqual([]);
  });

  it("is named by its content, whatever its header says", async () => {
    const { server } = await start();
    const bytes = await image("png");
    const answer = await upload(server, new Uint8Array(bytes), {
      "content-type": "text/html; charset=utf-8",
    });
    expect(await answer.json()).toEqual({ url: `/media/store/${sha256(bytes)}.png` });
  });

  it.each([
    ["a page", "<!doctype html><script>alert(1)</script>"],
    ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ["a text", "slika.jpg"],
    ["nothing", ""],
    ["WebM", "\x1a\x45\xdf\xa3webm"],
    ["HEIC", "\0\0\0\x18ftypheic"],
  ])("of anything else is refused: %s", async (_, content) => {
    const { server, folder } = await start();
    expect(await refused(server, Buffer.from(content, "latin1"))).toEqual({
      status: 422,
      detail: "This is not a JPEG, PNG, GIF, WebP or AVIF image, nor an MP4 or MOV video.",
    });
    expect(await readdir(join(folder, "incoming"))).toEqual([]);
  });

  it("that is refused leaves no file, however early the refusal", async () => {
    const { server, folder } = await start();
    for (let n = 0; n < 300; n++) await refused(server, Buffer.from("slika.jpg"));
    expect(await readdir(join(folder, "incoming"))).toEqual([]);
  });

  it("of too large an image is refused, and a video of that size is not", async () => {
    const { server, folder } = await start();
    const size = 20_000_001;
    const large = Buffer.concat([await image("png"), Buffer.alloc(size)]).subarray(0, size);
    expect(await refused(server, new Uint8Array(large))).toEqual({
      status: 413,
      detail: "The image is larger than 20 MB.",
    });
    expect(await readdir(join(folder, "incoming"))).toEqual([]);
    expect(await uploaded(server, Buffer.from(large.subarray(0, size - 1)))).toMatch(/\.png$/);
    expect(await uploaded(server, video(size))).toMatch(/\.mp4$/);
  });

  it("of a file in small pieces is whole", async () => {
    const { server } = await start();
    const bytes = Buffer.concat([await image("jpeg"), randomBytes(5_000)]);
    const pieces = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (let at = 0; at < bytes.length; at += 100) {
          controller.enqueue(new Uint8Array(bytes.subarray(at, at + 100)));
        }
        controller.close();
      },
    });
    const answer = await uploadStream(server, pieces);
    expect(await answer.json()).toEqual({ url: `/media/store/${sha256(bytes)}.jpg` });
  });

  it("that breaks off is refused, and leaves nothing", async () => {
    const { server, folder } = await start();
    const start_ = await image("jpeg");
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(Buffer.concat([start_, start_]))),
      pull: () => {
        throw new Error("The client has gone.");
      },
    });
    const answer = await uploadStream(server, broken);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ detail: "The upload is incomplete." });
    expect(await readdir(join(folder, "incoming"))).toEqual([]);
  });

  it("whose sender falls silent is given up, and leaves nothing", async () => {
    const { server, folder } = await start();
    // One more byte than the type needs, and then nothing, neither an end nor an error.
    const silent = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(video(513))),
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    let answer: Response | undefined;
    void uploadStream(server, silent).then((one) => {
      answer = one;
    });
    while (!answer) await vi.advanceTimersByTimeAsync(10_000);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ detail: "The upload is incomplete." });
    expect(await readdir(join(folder, "incoming"))).toEqual([]);
  });

  it("of too large a video is not read beyond the limit", async () => {
    const { server, folder } = await start();
    const part = 1_000_000;
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          controller.enqueue(new Uint8Array(sent === 0 ? video(part) : Buffer.alloc(part)));
          sent += part;
        },
      },
      { highWaterMark: 0 },
    );
    const answer = await uploadStream(server, endless);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toEqual({ detail: "The video is larger than 512 MB." });
    expect(sent).toBeLessThan(512_000_000 + 3 * part);
    expect(await readdir(join(folder, "incoming"))).toEqual([]);
  });

  it("needs a session", async () => {
    const { server, folder } = await start();
    const body = new Uint8Array(await image("png"));
    const answer = await server.fetch("/api/v1/media", { method: "POST", body });
    expect(answer.status).toBe(401);
    expect(await readdir(folder).catch(() => [])).toEqual([]);
  });

  it("is announced", async () => {
    const { server } = await start();
    const health = (await (await server.fetch("/healthz")).json()) as { capabilities: string[] };
    expect(health.capabilities).toContain("media-upload");
  });
});

describe("The server on its socket", () => {
  async function socket() {
    const { server, ...rest } = await start();
    const listening = await listen({ hosts: ["127.0.0.1"], port: 0 }, server.app.fetch);
    onTestFinished(() => listening.close(0));
    const ask = (method: string, path: string, body?: Buffer, headers: object = {}) =>
      new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>(
        (resolve, reject) => {
          const asking = request(
            {
              port: listening.port,
              host: "127.0.0.1",
              method,
              path,
              headers: { authorization: `Bearer ${server.token}`, ...headers },
            },
            (answer) => {
              let text = "";
              answer.setEncoding("latin1").on("data", (chunk: string) => {
                text += chunk;
              });
              answer.once("end", () =>
                resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
              );
              answer.once("error", reject);
            },
          );
          asking.once("error", reject);
          asking.end(body);
        },
      );
    return { ask, ...rest };
  }

  it("takes a file, and serves it whole, in parts and by its head", async () => {
    const { ask } = await socket();
    const bytes = video(2_000_000);
    const { status, body } = await ask("POST", "/api/v1/media", bytes);
    expect(status).toBe(201);
    const { url } = JSON.parse(body) as { url: string };
    expect((await ask("GET", url)).body).toBe(bytes.toString("latin1"));
    const head = await ask("HEAD", url);
    expect([head.status, head.headers["content-length"], head.body]).toEqual([200, "2000000", ""]);
    const part = await ask("GET", url, undefined, { range: "bytes=10-19" });
    expect([part.status, part.body]).toEqual([206, bytes.toString("latin1", 10, 20)]);
    expect(part.headers["transfer-encoding"]).toBeUndefined();
  });
});

describe("The settings of S3", () => {
  it("are given together", () => {
    const whole = {
      S3_ENDPOINT: "https://s3.example.com",
      S3_BUCKET: "media",
      S3_ACCESS_KEY_ID: "a",
      S3_SECRET_ACCESS_KEY: "b",
    };
    expect(readConfig(whole).s3).toEqual({
      endpoint: "https://s3.example.com",
      bucket: "media",
      region: "us-east-1",
      accessKeyId: "a",
      secretAccessKey: "b",
    });
    expect(readConfig({}).s3).toBeUndefined();
    for (const name of Object.keys(whole)) {
      expect(() => readConfig({ ...whole, [name]: "" })).toThrow(StartError);
    }
    expect(() => readConfig({ ...whole, S3_ENDPOINT: "s3.example.com" })).toThrow(StartError);
    expect(() => readConfig({ ...whole, S3_BUCKET: "a/b" })).toThrow(StartError);
  });
});

it("A file is stored whole or not at all", async () => {
  const folder = await temporaryFolder();
  const store = createFolderStore(join(folder, "media"));
  const path = join(folder, "a.part");
  const name = `${"a1".repeat(32)}.jpg`;
  await writeFile(path, "first");
  await store.put(name, { path, size: 5, type: "image/jpeg", sha256: "a1".repeat(32) });
  expect(await readFile(join(folder, "media", name), "utf8")).toBe("first");
  expect(await readdir(folder)).toEqual(["media"]);
  expect(await store.find(`${"b1".repeat(32)}.jpg`)).toBeUndefined();
  await store.remove(name);
  await store.remove(name);
  expect(await store.find(name)).toBeUndefined();
});
