import { readFile, stat } from "node:fs/promises";
import { extname, join, resolve, sep } from "node:path";
import type { Context as Call, MiddlewareHandler } from "hono";
import {
  contentSecurityPolicy,
  previewSecurityPolicy,
} from "@/shared/config/content-security-policy";
import { isAccepted } from "./accepted.ts";
import { entityTagOf, isHeld } from "./entity-tag.ts";

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

/** The best first; a build may have a file beside the plain one that is compressed already. */
const encodings = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

/**
 * Serves the built console: files as they are, and its page for every address that a person may
 * open. A missing asset is 404, never the page: a page in the place of a script hides the fault.
 */
export function serveConsole(folder: string): MiddlewareHandler {
  const root = resolve(folder);
  const read = keepRead();
  const find = keepAssets(findIn(root, read));
  return async (call, next) => {
    if (call.req.method !== "GET" && call.req.method !== "HEAD") return next();
    const path = safePath(new URL(call.req.url).pathname);
    if (path === undefined) return next();
    const accepted = encodings.filter(([name]) => isAccepted(call, name));
    const found = await find(path, accepted);
    if (found) {
      return send(
        call,
        path,
        found,
        isAsset(path) ? "public, max-age=31536000, immutable" : "no-cache",
      );
    }
    if (extname(path) !== "" || !takesPage(call.req.header("Accept")) || isAsset(path))
      return next();
    const page = await find("/index.html", accepted);
    if (!page) return call.text("The console is not built: npm run build.", 404);
    // The callback's address holds the token.
    return send(call, "/index.html", page, path === "/auth/callback" ? "no-store" : "no-cache");
  };
}

/**
 * Browsers ask for `text/html`, curl and health checks for anything or without saying. Pictures and
 * the like are asked for by their own types first, with anything at the end.
 */
const takesPage = (accept = "") => accept === "" || /text\/html|^\s*\*\/\*/.test(accept);

/** The decoded path, or undefined for one that no file of ours can have. */
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
 * What a page may do. That of the mail preview stands in a sandboxed frame of the console: it has no
 * origin there, so that its script is one of a stranger's.
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

/** What bears a hash in its name never changes. */
const isAsset = (path: string) => path.startsWith("/assets/");

type Content = { readonly bytes: Uint8Array<ArrayBuffer>; readonly tag: string };
/** Resolves to undefined where there is no such file. */
type Read = (file: string) => Promise<Content | undefined>;

/** A file as it is sent: packed, where who asks accepts that and the build has it so. */
type Found = Content & { readonly encoding?: string };
type Find = (
  path: string,
  accepted: readonly (typeof encodings)[number][],
) => Promise<Found | undefined>;

/** Looks in a folder, and nowhere else. */
const findIn =
  (root: string, read: Read): Find =>
  async (path, accepted) => {
    const file = join(root, path);
    if (!file.startsWith(root + sep) || /\.(br|gz)$/.test(file)) return undefined;
    for (const [encoding, suffix] of accepted) {
      const packed = await read(file + suffix);
      if (packed) return { ...packed, encoding };
    }
    return read(file);
  };

/** The disk is asked for each asset once: a page has ten of them, all asked for while it opens. */
function keepAssets(find: Find): Find {
  const kept = new Map<string, ReturnType<Find>>();
  return (path, accepted) => {
    if (!isAsset(path)) return find(path, accepted);
    const name = [path, ...accepted.map(([encoding]) => encoding)].join(" ");
    const known = kept.get(name);
    if (known) return known;
    const found = find(path, accepted);
    kept.set(name, found);
    const forget = () => kept.delete(name);
    found.then((content) => content ?? forget(), forget);
    return found;
  };
}

/** Reads each file once for as long as nobody changes it: a build is small, and is asked for often. */
function keepRead(): Read {
  const kept = new Map<string, { age: number; content: Promise<Content> }>();
  const read = async (file: string): Promise<Content> => {
    const bytes = new Uint8Array(await readFile(file));
    return { bytes, tag: entityTagOf(bytes) };
  };
  return async (file) => {
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile()) return undefined;
    // Not the time of the change that it tells of itself: builds are laid down with one for all.
    const { ctimeMs: age } = found;
    const known = kept.get(file);
    if (known?.age === age) return known.content;
    const content = read(file);
    kept.set(file, { age, content });
    content.catch(() => kept.delete(file));
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
  if (isHeld(call, tag)) return call.body(null, 304, headers);
  return call.body(bytes, 200, {
    ...headers,
    "Content-Type": type,
    ...(encoding && { "Content-Encoding": encoding }),
  });
}
