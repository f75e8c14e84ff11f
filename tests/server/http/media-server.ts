import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, onTestFinished } from "vitest";
import { createFolderStore } from "../../../server/adapters/media/media-store.ts";
import { createTestServer, type TestServer } from "../../support/server.ts";

export async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), "media-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Returns a server whose store and data are folders of the test. */
export async function start() {
  const data = await temporaryFolder();
  const folder = join(data, "media");
  const store = createFolderStore(folder);
  const server = await createTestServer({
    environment: { DATA_DIR: data, PUBLIC_ORIGINS: "https://console.example.com" },
    ports: { mediaStore: store },
  });
  onTestFinished(() => server.close());
  return { server, store, folder, outbox: join(data, "outbox") };
}

export const image = (format: "jpeg" | "png" | "gif" | "webp" | "avif", red = 200) =>
  sharp({ create: { width: 20, height: 10, channels: 3, background: { r: red, g: 0, b: 0 } } })
    .toFormat(format)
    .toBuffer();

/** Returns a file of some size that begins like an MP4 file. */
export function video(size = 1000, brand = "isom") {
  const bytes = Buffer.alloc(size, 7);
  bytes.writeUInt32BE(24, 0);
  bytes.write(`ftyp${brand}`, 4, "latin1");
  return bytes;
}

export const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

export const upload = (server: TestServer, body: BodyInit, headers: Record<string, string> = {}) =>
  server.request("media", { method: "POST", body, headers });

export async function uploaded(server: TestServer, bytes: Buffer): Promise<string> {
  const answer = await upload(server, new Blob([new Uint8Array(bytes)]));
  expect(answer.status).toBe(201);
  const { url } = (await answer.json()) as { url: string };
  return url;
}
