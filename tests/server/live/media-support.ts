import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp, { type Create } from "sharp";
import { expect, onTestFinished } from "vitest";
import type { Source } from "../../../server/adapters/live/media/fetch-media.ts";
import { createFolderStore } from "../../../server/adapters/media/media-store.ts";
import { storeMadeImage } from "../../../server/media/stored-media.ts";

/** Returns a folder that is deleted when the test ends. */
export async function folderOfTest(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "media-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Returns a media store in such a folder, from which adapters read. Its clock stands at 9 o'clock. */
export async function mediaOfTest() {
  const folder = await folderOfTest();
  const store = createFolderStore(folder);
  const source: Source = {
    store,
    clock: { now: () => new Date("2026-11-27T09:00:00Z") },
    ownOrigins: ["http://localhost:4100"],
    folder: store.incoming,
  };
  return {
    source,
    /** Stores a file, and returns its address. */
    add: (bytes: Uint8Array, type: "image/png" | "video/mp4" = "image/png") =>
      storeMadeImage(store, bytes, type),
    path: (url: string) => join(folder, url.slice("/media/store/".length)),
    /** The files that were left behind by work. */
    left: () => readdir(store.incoming).catch(() => []),
  };
}

export const storedAs = (ending: string) =>
  expect.stringMatching(new RegExp(`^/media/store/[0-9a-f]{64}\\.${ending}$`));

/** An address in the media store that has no file. */
export const missing = `/media/store/${"0".repeat(64)}.png`;

/** Returns an image of one colour, as PNG. */
export const plain = (
  width: number,
  height: number,
  background: Create["background"] = "#808080",
) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
