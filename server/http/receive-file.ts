import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Context as Call } from "hono";
import type { FileRule } from "@/shared/api/endpoint";
import { errorCode } from "../kernel/fault.ts";
import { Refusal } from "../kernel/refusal.ts";
import { inTime } from "../kernel/time-limit.ts";
import {
  bytesOfType,
  endings,
  kindOf,
  mediaTypeOf,
  type StoredType,
} from "../media/media-types.ts";
import type { ReceivedFile } from "../ports/media-store.ts";

/** The longest time between two parts of a file, in ms: its sender may have gone without a word. */
const timeout = 120_000;

/**
 * Writes the body of a request into a new file of a folder, and finds its type in its first bytes. Throws
 * a 422 Refusal for another type, a 413 as soon as it is too large, a 400 if it breaks off or stalls, and
 * a 503 if the disk is full; nothing is left of it then.
 */
export async function receiveFile(
  call: Call,
  { types, maxBytes }: FileRule,
  folder: string,
): Promise<ReceivedFile> {
  const { body } = call.req.raw;
  const hash = createHash("sha256");
  let size = 0;
  let type: StoredType | undefined;

  async function* check(chunks: AsyncIterable<Uint8Array>) {
    let start = Buffer.alloc(0);
    for await (const chunk of chunks) {
      size += chunk.length;
      if (!type) {
        start = Buffer.concat([start, chunk]);
        if (start.length < bytesOfType) continue;
        type = knownType(start, types);
      }
      if (size > maxBytes[kindOf(type)]) throw tooLarge(type, maxBytes);
      const part = start.length > 0 ? start : chunk;
      start = Buffer.alloc(0);
      hash.update(part);
      yield part;
    }
    if (type) return;
    // A file of a few bytes.
    type = knownType(start, types);
    hash.update(start);
    yield start;
  }

  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}.part`);
  try {
    // The file exists before its content is read: one that is created after the refusal's rm would stay.
    const file = await open(path, "wx", 0o600);
    await pipeline(chunksOf(body), check, file.createWriteStream({ flush: true }));
  } catch (error) {
    await rm(path, { force: true });
    if (error instanceof Refusal) throw error;
    if (errorCode(error) === "ENOSPC") {
      throw new Refusal(503, "The server has no space left for the file.");
    }
    throw new Refusal(400, "The upload is incomplete.");
  }
  if (!type) throw unknownType();
  return { path, size, type, sha256: hash.digest("hex") };
}

/** Leaves the rest of a refused body to the server, which can answer only while the connection lives. */
async function* chunksOf(body: ReadableStream<Uint8Array> | null) {
  const reader = body?.getReader();
  const next = () => reader && inTime(timeout, reader.read());
  for (let read = await next(); read && !read.done; read = await next()) yield read.value;
}

function knownType(start: Uint8Array, types: readonly string[]): StoredType {
  const type = mediaTypeOf(start);
  if (!type || !isStored(type) || !types.includes(type)) throw unknownType();
  return type;
}

const isStored = (type: string): type is StoredType => type in endings;

const unknownType = () =>
  new Refusal(422, [
    {
      loc: ["body"],
      msg: "This is not a JPEG, PNG, GIF, WebP or AVIF image, nor an MP4 or MOV video.",
      type: "media_type",
    },
  ]);

function tooLarge(type: StoredType, { image, video }: FileRule["maxBytes"]): Refusal {
  const isImage = kindOf(type) === "image";
  const most = (isImage ? image : video) / 1_000_000;
  return new Refusal(413, `The ${isImage ? "image" : "video"} is larger than ${most} MB.`);
}
