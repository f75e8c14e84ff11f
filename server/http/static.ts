import { readFile, stat } from "node:fs/promises";
import { extname, join, resolve, sep } from "node:path";
import type { Context as Call, MiddlewareHandler } from "hono";
import {
  contentSecurityPolicy,
  previewSecurityPolicy,
} from "@/shared/config/content-security-policy";
import { acceptsEncoding } from "./accepted.ts";
import { entityTagOf, matchesEntityTag } from "./entity-tag.ts";

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

/**
 * Serves the built console: its files, and index.html for every path that a browser navigates to. A
 * missing asset is a 404, because index.html in place of a script would hide the failure.
 */
export function serveConsole(folder: string): MiddlewareHandler {
  const root = resolve(folder);
  const read = cachedReader();
  const find = cacheAssets(findIn(root, read));
  return async (call, next) => {
    if (call.req.method !== "GET" && call.req.method !== "HEAD") return next();
    const path = safePath(new URL(call.req.url).pathname);
    if (path === undefined) return next();
    const accepted = encodings.filter(([name]) => acceptsEncoding(call, name));
    const found = await find(path, accepted);
    if (found) {
      return send(
        call,
        path,
        found,
        isAsset(path) ? "public, max-age=31536000, immutable" : "no-cache",
      );
    }
    if (extname(path) !== "" || !acceptsHtml(call.req.header("Accept")) || isAsset(path))
      return next();
    const page = await find("/index.html", accepted);
    if (!page) return call.text("The console is not built: npm run build.", 404);
    // The callback's URL contains the token.
    return send(call, "/index.html", page, path === "/auth/callback" ? "no-store" : "no-cache");
  };
}

/**
 * Browsers navigate with `text/html`; curl and health checks accept anything or send no header.
 * Requests of images put image types first, with "anything" at the end.
 */
const acceptsHtml = (accept = "") => accept === "" || /text\/html|^\s*\*\/\*/.test(accept);

/** The decoded path, or undefined if it is malformed or has a segment that begins with a dot. */
function safePath(pathname: string): string | undefined {
  try {
    const path = decodeURIComponent(pathname);
    const parts = path.split(/[/\\]/);
    return parts.some((part) => part.startsWith(".")) || path.includes("\0") ? undefined : path;
  } catch {
    return undefined;
  }
}

/**
 * The security headers of a page, and of the mail preview's script. The preview is a sandboxed frame
 * with an opaque origin, so its script is a cross-origin request.
 */
function pageHeaders(call: Call, type: string): Record<string, string> {
  const { pathname } = new URL(call.req.url);
  if (/^\/assets\/mail-preview-[^/]+\.js$/.test(pathname)) {
    return { "Cross-Origin-Resource-Policy": "cross-origin" };
  }
  if (!type.startsWith("text/html")) return {};
  if (pathname !== "/preview.html") {
    return { "Content-Security-Policy": contentSecurityPolicy({ place: "header" }) };
  }
  return {
    "Content-Security-Policy": previewSecurityPolicy({ place: "header" }),
    "X-Frame-Options": "SAMEORIGIN",
  };
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

function send(call: Call, path: string, found: Found, caching: string): Response {
  call.set("route", "console");
  const { bytes, tag, encoding } = found;
  const type = types[extname(path)] ?? "application/octet-stream";
  const headers: Record<string, string> = {
    "Cache-Control": caching,
    ETag: tag,
    Vary: "Accept-Encoding",
    ...pageHeaders(call, type),
  };
  if (matchesEntityTag(call, tag)) return call.body(null, 304, headers);
  return call.body(bytes, 200, {
    ...headers,
    "Content-Type": type,
    ...(encoding && { "Content-Encoding": encoding }),
  });
}
