import { readFile, stat } from "node:fs/promises";
import { extname, join, resolve, sep } from "node:path";
import type { Context as Call, MiddlewareHandler } from "hono";
import { html } from "hono/html";
import {
  contentSecurityPolicy,
  previewSecurityPolicy,
} from "@/shared/config/content-security-policy";
import { acceptsEncoding, entityTagOf, matchesEntityTag } from "../request-headers.ts";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/** In order of preference. The build may contain precompressed files beside the plain ones. */
const encodings = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

type Options = {
  /** The name on the login screen; without it the one that the build has. */
  readonly chatPlatformName?: string | undefined;
};

/**
 * Serves the built console: its files, and index.html for every path that a browser navigates to. A
 * missing asset is a 404, because index.html in place of a script would hide the failure.
 */
export function serveConsole(
  folder: string,
  { chatPlatformName }: Options = {},
): MiddlewareHandler {
  const root = resolve(folder);
  const read = cachedReader();
  const files = cacheAssets(findIn(root, read));
  const find = chatPlatformName === undefined ? files : naming(chatPlatformName, files);
  return async (call, next) => {
    if (call.req.method !== "GET" && call.req.method !== "HEAD") return next();
    const path = safePath(new URL(call.req.url).pathname);
    if (path === undefined) return next();
    const accepted = encodings.filter(([name]) => acceptsEncoding(call, name));
    const found = await find(path, accepted);
    if (found) {
      const caching = isAsset(path) ? "public, max-age=31536000, immutable" : "no-cache";
      return send(call, path, found, caching, await pageHeaders(call, path, find));
    }
    if (extname(path) !== "" || !acceptsHtml(call.req.header("Accept")) || isAsset(path))
      return next();
    const page = await find("/index.html", accepted);
    if (!page) return call.text("The console is not built: npm run build.", 404);
    // The callback's URL contains the token.
    const caching = path === "/auth/callback" ? "no-store" : "no-cache";
    return send(call, "/index.html", page, caching, await pageHeaders(call, "/index.html", find));
  };
}

/**
 * Browsers navigate with `text/html`; curl and health checks accept anything or send no header.
 * Requests of images put image types first, with "anything" at the end.
 */
const acceptsHtml = (accept = "") => accept === "" || /text\/html|^\s*\*\/\*/.test(accept);

/** Returns the decoded path; undefined if it is malformed or a segment begins with a dot. */
function safePath(pathname: string): string | undefined {
  try {
    const path = decodeURIComponent(pathname);
    const parts = path.split(/[/\\]/);
    return parts.some((part) => part.startsWith(".")) || path.includes("\0") ? undefined : path;
  } catch {
    return undefined;
  }
}

/** Returns the security headers of a page; none for other files. */
async function pageHeaders(call: Call, path: string, find: Find): Promise<Record<string, string>> {
  if (!path.endsWith(".html")) return {};
  if (path !== "/preview.html") {
    return { "Content-Security-Policy": contentSecurityPolicy({ place: "header" }) };
  }
  const page = await find(path, []);
  return {
    "Content-Security-Policy": previewSecurityPolicy({
      place: "header",
      script: scriptOf(page?.bytes),
      images: `http://${new URL(call.req.url).host}`,
    }),
    "X-Frame-Options": "SAMEORIGIN",
  };
}

/** Returns the hash of the script of the preview's page, which its `<meta>` names. */
function scriptOf(page: Uint8Array | undefined): string {
  const head = new TextDecoder().decode(page?.subarray(0, 1024));
  return /'sha256-[\w+/=]+'/.exec(head)?.[0] ?? "'none'";
}

/** Assets have a content hash in their name, so they never change. */
const isAsset = (path: string) => path.startsWith("/assets/");

type Content = { readonly bytes: Uint8Array<ArrayBuffer>; readonly tag: string };
/** Resolves to undefined if there is no such file. */
type Read = (file: string) => Promise<Content | undefined>;

/** A file, precompressed if the client accepts that encoding and the build contains it. */
type Found = Content & { readonly encoding?: string };
type Find = (
  path: string,
  accepted: readonly (typeof encodings)[number][],
) => Promise<Found | undefined>;

/** Finds files in a folder. Paths that lead out of it are not found. */
const findIn =
  (root: string, read: Read): Find =>
  async (path, accepted) => {
    const file = join(root, path);
    if (!file.startsWith(root + sep) || /\.(br|gz)$/.test(file)) return undefined;
    for (const [encoding, suffix] of accepted) {
      const compressed = await read(file + suffix);
      if (compressed) return { ...compressed, encoding };
    }
    return read(file);
  };

/** Names the sign-in in the console's page, which then has no compressed copy. */
function naming(platform: string, find: Find): Find {
  const tag = String(html`<meta name="sign-in" content="${platform}">`);
  return async (path, accepted) => {
    if (path !== "/index.html") return find(path, accepted);
    const page = await find(path, []);
    if (!page) return undefined;
    const text = new TextDecoder().decode(page.bytes).replace("</head>", () => `${tag}</head>`);
    const bytes = new TextEncoder().encode(text);
    return { bytes, tag: entityTagOf(bytes) };
  };
}

/** Caches found assets, so that the ten assets of a page cost no `stat` each time it opens. */
function cacheAssets(find: Find): Find {
  const cache = new Map<string, ReturnType<Find>>();
  return (path, accepted) => {
    if (!isAsset(path)) return find(path, accepted);
    const name = [path, ...accepted.map(([encoding]) => encoding)].join(" ");
    const known = cache.get(name);
    if (known) return known;
    const found = find(path, accepted);
    cache.set(name, found);
    const forget = () => cache.delete(name);
    found.then((content) => content ?? forget(), forget);
    return found;
  };
}

/** Reads a file and keeps its content in memory until the file changes. A build is small. */
function cachedReader(): Read {
  const cache = new Map<string, { changed: number; content: Promise<Content> }>();
  const read = async (file: string): Promise<Content> => {
    const bytes = new Uint8Array(await readFile(file));
    return { bytes, tag: entityTagOf(bytes) };
  };
  return async (file) => {
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile()) return undefined;
    // Not mtime: deployments may set the same mtime for every build.
    const { ctimeMs: changed } = found;
    const known = cache.get(file);
    if (known?.changed === changed) return known.content;
    const content = read(file);
    cache.set(file, { changed, content });
    content.catch(() => cache.delete(file));
    return content;
  };
}

function send(
  call: Call,
  path: string,
  found: Found,
  caching: string,
  ofPage: Readonly<Record<string, string>>,
): Response {
  call.set("route", "console");
  const { bytes, tag, encoding } = found;
  const type = types[extname(path)] ?? "application/octet-stream";
  const headers: Record<string, string> = {
    "Cache-Control": caching,
    ETag: tag,
    Vary: "Accept-Encoding",
    ...ofPage,
  };
  if (matchesEntityTag(call, tag)) return call.body(null, 304, headers);
  return call.body(bytes, 200, {
    ...headers,
    "Content-Type": type,
    ...(encoding && { "Content-Encoding": encoding }),
  });
}
