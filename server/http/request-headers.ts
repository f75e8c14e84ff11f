import { createHash } from "node:crypto";
import type { Context as Call } from "hono";

/** Returns true if the client's `Accept-Encoding` allows an encoding such as 'br' or 'gzip'. */
export const acceptsEncoding = (call: Call, encoding: string) =>
  new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(
    call.req.header("Accept-Encoding") ?? "",
  );

/** Returns a strong entity tag of these bytes, quoted as in the `ETag` header. */
export const entityTagOf = (bytes: string | Uint8Array) =>
  `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`;

/**
 * Returns true if the request's `If-None-Match` contains the tag, so that the answer is a 304. Weak
 * tags match too: a compressing proxy makes a strong tag weak.
 */
export const matchesEntityTag = (call: Call, tag: string) =>
  (call.req.header("If-None-Match") ?? "")
    .split(",")
    .some((candidate) => candidate.trim().replace(/^W\//, "") === tag);
