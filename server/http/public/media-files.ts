import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type Context as Call, Hono } from "hono";
import { typeOfEnding } from "../../media/media-types.ts";
import { storedTypeOf, storePath } from "../../media/stored-media.ts";
import type { ByteRange, MediaStore } from "../../ports/media-store.ts";
import { matchesEntityTag } from "../request-headers.ts";

type Options = {
  readonly store: MediaStore;
  /** The folder of files that platforms fetch. */
  readonly outbox: string;
};

/**
 * Serves uploaded files, and those that platforms fetch. Without login: whoever knows a name may
 * read it.
 */
export function createMediaFiles({ store, outbox }: Options): Hono {
  const files = new Hono();
  files.get(`${storePath}:name`, async (call) => {
    const name = call.req.param("name");
    const type = storedTypeOf(name);
    const found = type && (await store.find(name));
    if (!type || !found) return call.notFound();
    return sendFile(call, {
      type,
      size: found.size,
      tag: `"${name.slice(0, 32)}"`,
      read: (range) => store.read(name, range),
      headers: {
        "Cache-Control": "public, max-age=31536000, immutable",
        // The mail preview has an opaque origin, and a console may be on another origin.
        "Cross-Origin-Resource-Policy": "cross-origin",
      },
    });
  });
  files.get("/media/outbox/:name", async (call) => {
    const name = call.req.param("name");
    const [, ending = ""] = /^[0-9a-f]{32}\.([a-z0-9]{3,4})$/.exec(name) ?? [];
    const type = typeOfEnding(ending);
    const path = join(outbox, name);
    const found = type && (await stat(path).catch(() => undefined));
    if (!type || !found) return call.notFound();
    return sendFile(call, {
      type,
      size: found.size,
      tag: `"${name.slice(0, 32)}"`,
      read: async (range) => createReadStream(path, range),
      headers: { "Cross-Origin-Resource-Policy": "cross-origin" },
    });
  });
  return files;
}

type Sent = {
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  readonly tag: string;
  readonly read: (range: ByteRange) => Promise<AsyncIterable<Uint8Array>>;
  readonly headers: Readonly<Record<string, string>>;
};

/** Sends a file, or the part of it that the request asks for (RFC 9110, section 14). */
async function sendFile(call: Call, { type, size, tag, read, headers }: Sent): Promise<Response> {
  const common = { ...headers, ETag: tag, "Accept-Ranges": "bytes", "Content-Type": type };
  if (matchesEntityTag(call, tag)) return call.body(null, 304, common);
  const condition = call.req.header("If-Range");
  const asked = condition === undefined || condition === tag ? call.req.header("Range") : undefined;
  const range = rangeOf(asked, size);
  if (range === "unsatisfiable") {
    return call.json({ detail: "There is no such part of the file." }, 416, {
      "Content-Range": `bytes */${size}`,
    });
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const described = {
    ...common,
    "Content-Length": String(end - start + 1),
    ...(range && { "Content-Range": `bytes ${start}-${end}/${size}` }),
  };
  const status = range ? 206 : 200;
  if (call.req.method === "HEAD") return call.body(null, status, described);
  return call.body(streamOf(await read({ start, end })), status, described);
}

/** Returns a stream at the client's speed; the file is closed if the client goes. */
function streamOf(content: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks = content[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
    cancel: async () => {
      await chunks.return?.();
    },
  });
}

/**
 * Returns the one range of a `Range` header. Undefined for the whole file: without the header, for
 * one that is malformed, and for several ranges, which a server need not send.
 */
function rangeOf(
  header: string | undefined,
  size: number,
): ByteRange | "unsatisfiable" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  // `-500` asks for the last 500 bytes.
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && first !== "" && Number(last) < start) return undefined;
  return start >= size || start > end ? "unsatisfiable" : { start, end };
}
