import { Duplex } from "node:stream";
import { constants, createGzip } from "node:zlib";
import type { Context as Call } from "hono";
import type { Endpoint } from "@/shared/api/endpoint";
import { Fault } from "../fault.ts";
import type { Parts } from "../use-case.ts";
import { acceptsEncoding } from "./accepted.ts";
import { toReply } from "./answer.ts";
import type { Serving } from "./handler.ts";

/** Returns true if a handler's result is a list in parts. */
export const isInParts = (value: unknown): value is Parts<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

/**
 * Streams the parts as one JSON array, at the client's speed. A failure before the first part is
 * answered with its status; a later one cuts the connection, so that an incomplete list is no valid
 * response.
 */
export async function answerInParts(
  call: Call,
  endpoint: Endpoint,
  parts: Parts<unknown>,
  serving: Serving,
): Promise<Response> {
  const texts = textsOf(endpoint, parts, serving);
  let next = await texts.next();
  const utf8 = new TextEncoder();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      if (next.done) return controller.close();
      controller.enqueue(utf8.encode(next.value));
      next = await texts.next().catch((error: unknown) => {
        serving.log.error("list broke off", { path: endpoint.path }, error);
        throw new Fault("A list broke off.");
      });
    },
    cancel: async () => {
      await texts.return(undefined);
    },
  });
  const isCompressed = acceptsEncoding(call, "gzip");
  // Hono's type wants a literal status that allows a body; the contract's statuses all do.
  return call.newResponse(isCompressed ? gzipEachPart(body) : body, endpoint.status as 200, {
    "Content-Type": "application/json",
    ...(isCompressed && { "Content-Encoding": "gzip", Vary: "Accept-Encoding" }),
  });
}

async function* textsOf(endpoint: Endpoint, parts: Parts<unknown>, serving: Serving) {
  let before = "[";
  for await (const part of parts) {
    const items = toReply(endpoint, part, serving).body?.slice(1, -1);
    if (!items) continue;
    yield before + items;
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}

/**
 * Compresses a stream and flushes after each chunk. compress() does not flush: zlib would keep the
 * parts in its buffer, and the client would get many of them at once at the end.
 */
function gzipEachPart(body: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array> {
  const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
  // Node's types of web streams and those of the DOM differ in a method that is not used here.
  const pair = Duplex.toWeb(gzip) as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>;
  return body.pipeThrough(pair);
}
