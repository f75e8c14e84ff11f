import { Duplex } from "node:stream";
import { constants, createGzip } from "node:zlib";
import type { Context as Call } from "hono";
import type { Endpoint } from "@/shared/api/endpoint";
import { Fault } from "../kernel/fault.ts";
import type { Parts } from "../kernel/parts.ts";
import { toReply } from "./answer.ts";
import { acceptsEncoding, entityTagOf, matchesEntityTag } from "./request-headers.ts";
import type { Serving } from "./serving.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Sends the parts as one JSON array: a 304 if the client has this revision, and the cached reply if
 * there is one. Otherwise the parts are streamed at the client's speed. A failure before the first
 * part is answered with its status; a later one cuts the connection, so that an incomplete list is no
 * valid response.
 */
export async function answerInParts(
  call: Call,
  endpoint: Endpoint,
  parts: Parts<unknown>,
  serving: Serving,
): Promise<Response> {
  // Every user gets the same list.
  const { pathname, search } = new URL(call.req.url);
  const address = endpoint.query ? pathname + search : pathname;
  const tag = parts.revision && entityTagOf(`${address} ${parts.revision}`);
  if (tag && matchesEntityTag(call, tag)) return call.body(null, 304, { ETag: tag });
  const encoding = acceptsEncoding(call, "gzip") ? "gzip" : "identity";
  const send = (body: Bytes | ReadableStream<Uint8Array>) =>
    // Hono's type wants a literal status that allows a body; the contract's statuses all do.
    call.newResponse(body, endpoint.status as 200, {
      "Content-Type": "application/json",
      ...(tag && { ETag: tag }),
      ...(encoding === "gzip" && { "Content-Encoding": encoding, Vary: "Accept-Encoding" }),
    });
  const cached = tag && serving.listCache.find({ address, tag });
  if (cached) return send(await cached[encoding]);

  const read = textsOf(endpoint, parts, serving);
  const texts = tag ? serving.listCache.store({ address, tag }, read) : read;
  let next = await texts.next();
  const body = new ReadableStream<Bytes>({
    pull: async (controller) => {
      if (next.done) return controller.close();
      controller.enqueue(next.value);
      next = await texts.next().catch((error: unknown) => {
        serving.log.error("list broke off", { path: endpoint.path }, error);
        throw new Fault("A list broke off.");
      });
    },
    cancel: async () => {
      await texts.return(undefined);
    },
  });
  return send(encoding === "gzip" ? gzipEachPart(body) : body);
}

async function* textsOf(endpoint: Endpoint, parts: Parts<unknown>, serving: Serving) {
  const utf8 = new TextEncoder();
  let before = "[";
  for await (const part of parts.read()) {
    const items = toReply(endpoint, part, serving).body?.slice(1, -1);
    if (!items) continue;
    yield utf8.encode(before + items);
    before = ",";
  }
  yield utf8.encode(before === "[" ? "[]" : "]");
}

/**
 * Compresses a stream and flushes after each chunk. compress() does not flush: zlib would keep the
 * parts in its buffer, and the client would get many of them at once at the end.
 */
function gzipEachPart(body: ReadableStream<Bytes>): ReadableStream<Uint8Array> {
  const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
  // Node's types of web streams and those of the DOM differ in a method that is not used here.
  const pair = Duplex.toWeb(gzip) as ReadableWritablePair<Uint8Array, Bytes>;
  return body.pipeThrough(pair);
}
