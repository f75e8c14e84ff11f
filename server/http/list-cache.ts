import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { LRUCache } from "lru-cache";

type Bytes = Uint8Array<ArrayBuffer>;

/** A whole reply of a list, by `Content-Encoding`. */
type CachedReply = {
  readonly tag: string;
  readonly identity: Bytes;
  /** Compressed after the reply was sent, so that its end does not wait for it. */
  readonly gzip: Promise<Bytes>;
};

/** A reply is named by its address and its entity tag. */
type Name = { readonly address: string; readonly tag: string };

export type ListCache = {
  readonly find: (name: Name) => CachedReply | undefined;
  /**
   * Passes the parts of a reply on, and caches the reply when all of them were read. A reply that
   * broke off, or is too long, is not cached.
   */
  readonly store: (name: Name, parts: AsyncIterable<Bytes>) => AsyncGenerator<Bytes>;
};

/** In bytes: of all replies, which are outside of the heap, and of one, uncompressed. */
const maxBytes = 64 * 1024 * 1024;
const maxReplyBytes = 16 * 1024 * 1024;

const compress = promisify(gzip);

/**
 * Creates the cache of the last reply of each of the longest lists, by its address, so that a list
 * without changes is neither read nor compressed again.
 */
export function createListCache(): ListCache {
  const cache = new LRUCache<string, CachedReply>({
    max: 1_000,
    maxSize: maxBytes,
    // Twice: for the compressed form, which is hardly ever longer than the reply.
    sizeCalculation: ({ identity }) => 2 * identity.byteLength,
  });
  /**
   * The tags of the replies that are being collected: one request is enough, whoever else
   * asks meanwhile.
   */
  const collecting = new Set<string>();

  async function* store({ address, tag }: Name, parts: AsyncIterable<Bytes>) {
    if (collecting.has(tag)) return yield* parts;
    collecting.add(tag);
    try {
      const before = cache.peek(address);
      const collected: Bytes[] = [];
      let size = 0;
      for await (const part of parts) {
        size += part.byteLength;
        if (size <= maxReplyBytes) collected.push(part);
        else collected.length = 0;
        yield part;
      }
      // A newer reply may have been cached while a slow client read this one.
      if (size > maxReplyBytes || cache.peek(address) !== before) return;
      const identity = Buffer.concat(collected);
      const compressed = compress(identity);
      cache.set(address, { tag, identity, gzip: compressed });
      // zlib may be out of memory. Without this the process would end.
      compressed.catch(() => cache.delete(address));
    } finally {
      collecting.delete(tag);
    }
  }

  return {
    find: ({ address, tag }) => {
      const found = cache.get(address);
      return found?.tag === tag ? found : undefined;
    },
    store,
  };
}
