import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { AwsClient } from "aws4fetch";
import { load } from "cheerio";
import { request } from "undici";
import { Fault } from "../../kernel/fault.ts";
import { withTimeLimit } from "../../kernel/time-limit.ts";
import { storedTypeOf } from "../../media/stored-media.ts";
import type { MediaStore } from "../../ports/media-store.ts";
import type { S3 } from "../../settings/storage.ts";

/** The longest time until the store begins to answer, and between two parts of a file, in ms. */
const timeout = 30_000;
/** A file that is sent may take longer: bytes per ms, 2 Mbit a second. */
const slowest = 250;

type Options = S3 & {
  /** A folder of this machine for files that are being received. */
  readonly incoming: string;
  /** For tests: the longest time without an answer, in ms. */
  readonly limit?: number;
};

type Sending = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readable;
  /** Of the body, in bytes. */
  readonly size?: number;
};

/**
 * Files in a bucket of S3, or of what speaks its protocol. Its objects need not be public: this server
 * passes them on.
 */
export function createS3Store({
  endpoint,
  bucket,
  region,
  accessKeyId,
  secretAccessKey,
  incoming,
  limit = timeout,
}: Options): MediaStore {
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: "s3",
    retries: 0,
  });
  const addressOf = (name: string) => `${endpoint}/${bucket}/${name}`;

  /**
   * Sends one signed request. Throws a Fault for every status that was not expected, and if there is no
   * answer in time: a silent store would hold up a job until the queue starts it twice.
   */
  async function send(
    method: "GET" | "HEAD" | "PUT" | "DELETE",
    url: string,
    expected: readonly number[],
    { headers = {}, body, size = 0 }: Sending = {},
  ) {
    // Signed only: what aws4fetch sends by itself, it sends without the length that S3 requires.
    const signed = await client.sign(url, { method, headers });
    const { signal: never } = new AbortController();
    const answer = await withTimeLimit(limit + size / slowest, never, (signal) =>
      request(url, {
        method,
        headers: { ...headers, ...Object.fromEntries(signed.headers) },
        ...(body && { body }),
        bodyTimeout: limit,
        signal,
      }),
    ).catch((error: unknown) => {
      const isSilent = error instanceof DOMException && error.name === "TimeoutError";
      throw isSilent ? new Fault(`The media store did not answer ${method} in time.`) : error;
    });
    if (expected.includes(answer.statusCode)) return answer;
    await answer.body.dump();
    throw new Fault(`The media store answers ${answer.statusCode} to ${method}.`);
  }

  return {
    incoming,
    put: async (name, { path, size, type, sha256 }) => {
      const headers = {
        "content-type": type,
        "content-length": String(size),
        // S3 refuses a content that is another.
        "x-amz-content-sha256": sha256,
      };
      const body = createReadStream(path);
      const answer = await send("PUT", addressOf(name), [200], { headers, body, size });
      await answer.body.dump();
    },
    find: async (name) => {
      const { statusCode, headers, body } = await send("HEAD", addressOf(name), [200, 404]);
      await body.dump();
      if (statusCode === 404) return undefined;
      const storedAt = new Date(String(headers["last-modified"]));
      return { size: Number(headers["content-length"]), storedAt };
    },
    read: async (name, range) => {
      const { body } = range
        ? await send("GET", addressOf(name), [206], {
            headers: { range: `bytes=${range.start}-${range.end}` },
          })
        : await send("GET", addressOf(name), [200]);
      return body;
    },
    remove: async (name) => {
      const { body } = await send("DELETE", addressOf(name), [200, 204, 404]);
      await body.dump();
    },
    async *list() {
      let after: string | undefined;
      do {
        const url = new URL(`${endpoint}/${bucket}`);
        url.searchParams.set("list-type", "2");
        if (after !== undefined) url.searchParams.set("continuation-token", after);
        const { body } = await send("GET", url.href, [200]);
        const page = load(await body.text(), { xml: true });
        for (const entry of page("Contents").toArray()) {
          const name = page(entry).children("Key").text();
          const storedAt = new Date(page(entry).children("LastModified").text());
          if (storedTypeOf(name)) yield { name, storedAt };
        }
        after = page("NextContinuationToken").first().text() || undefined;
      } while (after !== undefined);
    },
  };
}
