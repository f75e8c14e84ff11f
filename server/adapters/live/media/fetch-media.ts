import { mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Dispatcher, errors, request } from "undici";
import { withTimeLimit } from "../../../kernel/time-limit.ts";
import { longest } from "../../../media/media-types.ts";
import { storedTypeOf, storePath } from "../../../media/stored-media.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { MediaStore } from "../../../ports/media-store.ts";
import { NotSentError, type Refused, type RetryLater } from "../../../ports/outcome.ts";
import type { GroupProxy } from "../../../ports/proxy.ts";
import { withDispatcher } from "../connect.ts";
import type { ProxyRule } from "../proxy/address.ts";
import { ForbiddenAddressError } from "../public-address.ts";

export type Source = Partial<ProxyRule> & {
  readonly store: MediaStore;
  readonly clock: Clock;
  /** The origins of this server: their files are read from the store, never by HTTP. */
  readonly ownOrigins: readonly string[];
  /** A folder for videos while they are read. */
  readonly folder: string;
  /** That of the group for which the file is read: no request is sent without it. */
  readonly proxy?: GroupProxy | null;
  /** Origins that whoever set this server up has named: they may be in a private network. */
  readonly trusted?: readonly string[] | undefined;
  /** For tests: origins that count as public though they are on this machine. */
  readonly publicInTests?: readonly string[] | undefined;
  /** For tests: the certificate of an authority that counts as known. */
  readonly ca?: string | undefined;
};

/** A file that was read; `remove` must be called. */
export type FetchedFile = {
  readonly ok: true;
  readonly path: string;
  /** The host, or the name in the store, for sentences to the operator. */
  readonly from: string;
  readonly remove: () => Promise<void>;
};

type MediaKind = "image" | "video";

/** Thrown by undici, too, for a body that is longer than the longest file. */
const TooLargeError = errors.ResponseExceededMaxSizeError;
const most = { image: "20 MB", video: "512 MB" } as const;
const redirects = [301, 302, 303, 307, 308];
const maxRedirects = 3;
/** The longest silence, and the longest time that an image may take, in ms. */
const timeout = 30_000;
/** The time after which a file that did not load is asked for again, in ms. */
const pause = 10 * 60_000;

/**
 * Reads an image or a video into a file: from our own store, or from an address on the public
 * internet. A file that did not load is refused as `later`; an address that is never asked, and a file
 * that is too large, for good.
 */
export async function fetchMedia(
  address: string,
  kind: MediaKind,
  source: Source,
  signal: AbortSignal,
): Promise<FetchedFile | Refused> {
  const found = locationOf(address, source.ownOrigins);
  if ("error" in found) return { ok: false, error: found.error };
  const from = "stored" in found ? "the media store" : found.url.hostname;
  await mkdir(source.folder, { recursive: true, mode: 0o700 });
  const path = join(source.folder, `${crypto.randomUUID()}.part`);
  const remove = () => rm(path, { force: true });
  const later = (why: string): RetryLater => ({
    ok: false,
    error: `The ${kind} at ${from} did not load${why}.`,
    why: "later",
    scope: "post",
    retryAt: new Date(source.clock.now().getTime() + pause),
  });
  const read = async (until: AbortSignal): Promise<Refused | undefined> => {
    if (!("stored" in found)) {
      const status = await download(found.url, path, kind, source, until);
      return status === 200 ? undefined : later(` (${status})`);
    }
    const stored = await source.store.find(found.stored);
    if (!stored) return { ok: false, error: `The ${kind} is not in the media store any more.` };
    // Also of a store that does not say how long a file is.
    if (!(stored.size <= longest[kind])) throw new TooLargeError();
    await write(await source.store.read(found.stored), path, until);
    return undefined;
  };
  try {
    const refusal = await (kind === "image" ? withTimeLimit(timeout, signal, read) : read(signal));
    if (refusal) {
      await remove();
      return refusal;
    }
    return { ok: true, path, from, remove };
  } catch (error) {
    await remove();
    if (signal.aborted) throw error;
    if (error instanceof ForbiddenAddressError) return { ok: false, error: error.message };
    if (error instanceof TooLargeError) {
      return { ok: false, error: `The ${kind} at ${from} is larger than ${most[kind]}.` };
    }
    // The words of a proxy that does not let the connection through.
    return later(error instanceof NotSentError ? `: ${error.message.replace(/\.$/, "")}` : "");
  }
}

/** Returns the place of a file: a name in our store, or an address elsewhere; or why there is none. */
function locationOf(
  address: string,
  ownOrigins: readonly string[],
): { stored: string } | { url: URL } | { error: string } {
  const isPath = /^\/(?![/\\])/.test(address);
  const [home = "http://localhost"] = ownOrigins;
  if (!isPath && !URL.canParse(address)) return { error: "The address is not a web address." };
  const url = isPath ? new URL(address, home) : new URL(address);
  if (!isPath && !ownOrigins.includes(url.origin)) return { url };
  if (url.pathname.startsWith("/media/sandbox/")) {
    return { error: "This image is made up by the sandbox and never published." };
  }
  const name = url.pathname.startsWith(storePath) ? url.pathname.slice(storePath.length) : "";
  return storedTypeOf(name)
    ? { stored: name }
    : { error: `There is no image or video at ${url.pathname.slice(0, 100)} on this server.` };
}

/**
 * Reads an address into a file, and follows its redirects. Resolves to the last answer's status; the
 * file is there if that is 200.
 */
async function download(
  first: URL,
  path: string,
  kind: MediaKind,
  { proxy = null, allowsPrivateProxy = false, trusted = [], publicInTests = [], ca }: Source,
  signal: AbortSignal,
): Promise<number> {
  let url = first;
  for (let followed = 0; ; followed += 1) {
    const isGuarded = ![...trusted, ...publicInTests].includes(url.origin);
    const via = { proxy, allowsPrivateProxy, isGuarded, ca, longest: longest[kind] };
    const { status, location } = await withDispatcher(
      { ...via, url, signal, silence: timeout },
      (dispatcher) => readOne(url, path, kind, { signal, dispatcher }),
    );
    const isRedirect = redirects.includes(status) && location && URL.canParse(location, url);
    if (!isRedirect || followed === maxRedirects) return status;
    url = new URL(location, url);
  }
}

async function readOne(
  url: URL,
  path: string,
  kind: MediaKind,
  by: { readonly signal: AbortSignal; readonly dispatcher: Dispatcher },
) {
  const { statusCode, headers, body } = await request(url, {
    headers: {
      accept: `${kind}/*`,
      "accept-encoding": "identity",
      "user-agent": "social-publishing-console",
    },
    ...by,
  });
  // A body that is not read to its end emits an error, which would end the process.
  body.on("error", () => undefined);
  if (statusCode === 200) {
    // A body that says how long it is need not be read to be refused.
    if (Number(headers["content-length"]) > longest[kind]) throw new TooLargeError();
    await write(body, path, by.signal);
  }
  return { status: statusCode, location: [headers.location].flat()[0] };
}

async function write(content: AsyncIterable<Uint8Array>, path: string, signal: AbortSignal) {
  const file = await open(path, "wx", 0o600);
  await pipeline(content, file.createWriteStream(), { signal });
}

/** Returns the whole file, for what needs it in memory. */
export const bytesOf = async ({ path }: FetchedFile): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(path));
