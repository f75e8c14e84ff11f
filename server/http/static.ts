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
  return async (call, next) => {
    if (call.req.method !== "GET" && call.req.method !== "HEAD") return next();
    const path = safePath(new URL(call.req.url).pathname);
    if (path === undefined) return next();
    const file = join(root, path);
    if (file.startsWith(root + sep) && !/\.(br|gz)$/.test(file) && (await isFile(file))) {
      const hashed = path.startsWith("/assets/");
      return sendFile(
        call,
        read,
        file,
        hashed ? "public, max-age=31536000, immutable" : "no-cache",
      );
    }
    if (
      extname(path) !== "" ||
      !takesPage(call.req.header("Accept")) ||
      path.startsWith("/assets/")
    )
      return next();
    const page = join(root, "index.html");
    if (!(await isFile(page))) return call.text("The console is not built: npm run build.", 404);
    const preloads = await readPreloads(read, root);
    const scripts = preloads[path === "/" || path === "/dashboard" ? firstScreen : path]?.filter(
      (script) => !isPhone(call) || preloads["/login"]?.includes(script),
    );
    if (scripts) call.header("Link", scripts.map(preload).join(", "));
    // The callback's address holds the token.
    return sendFile(call, read, page, path === "/auth/callback" ? "no-store" : "no-cache");
  };
}

/** The scripts of each screen by its address, as the build wrote them down. */
type Preloads = Readonly<Record<string, readonly string[]>>;

/** Where `/` and `/dashboard` lead who is signed in. */
const firstScreen = "/dashboard/content";

/** Without it a screen's code is asked for only when the page's own has come and runs. */
const readPreloads = (read: Read, root: string): Promise<Preloads> =>
  read(join(root, ".vite/preload.json")).then(
    ({ bytes }) => JSON.parse(Buffer.from(bytes).toString()),
    () => ({}),
  );

/** All are modules but the one that gives the head start, and that before all others. */
const preload = (script: string) =>
  script.startsWith("assets/head-start-")
    ? `</${script}>; rel=preload; as=script; fetchpriority=high`
    : `</${script}>; rel=modulepreload`;

/**
 * On a phone's line all that is asked for at once comes at the same time, which is late, and the
 * page's own script has to run before any other: there the head start asks for the rest.
 */
const isPhone = (call: Call) => call.req.header(ofPhones) === "?1";
const ofPhones = "Sec-CH-UA-Mobile";

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
    return {
      "Content-Security-Policy": contentSecurityPolicy({ place: "header" }),
      // By which the scripts differ that it names.
      Vary: `Accept-Encoding, ${ofPhones}`,
    };
  }
  return {
    "Content-Security-Policy": previewSecurityPolicy({ place: "header" }),
    "X-Frame-Options": "SAMEORIGIN",
  };
}

const isFile = async (path: string) => {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ?? false;
};

type Read = (
  file: string,
) => Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly tag: string }>;

/** Reads each file once for as long as nobody changes it: a build is small, and is asked for often. */
function keepRead(): Read {
  const kept = new Map<string, { age: number; content: ReturnType<Read> }>();
  const read: Read = async (file) => {
    const bytes = new Uint8Array(await readFile(file));
    return { bytes, tag: entityTagOf(bytes) };
  };
  return async (file) => {
    // Not the time of the change that it tells of itself: builds are laid down with one for all.
    const { ctimeMs: age } = await stat(file);
    const known = kept.get(file);
    if (known?.age === age) return known.content;
    const content = read(file);
    kept.set(file, { age, content });
    content.catch(() => kept.delete(file));
    return content;
  };
}

async function sendFile(call: Call, read: Read, file: string, caching: string): Promise<Response> {
  call.set("route", "console");
  let encoding: string | undefined;
  let sent = file;
  for (const [name, suffix] of encodings) {
    if (encoding || !isAccepted(call, name)) continue;
    if (await isFile(file + suffix)) [encoding, sent] = [name, file + suffix];
  }
  const { bytes, tag } = await read(sent);
  const type = types[extname(file)] ?? "application/octet-stream";
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
