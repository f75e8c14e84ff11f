import { createHash } from "node:crypto";
import type { Context as Call } from "hono";

/** Names these very bytes, as the `ETag` header has it. */
export const entityTagOf = (bytes: string | Uint8Array) =>
  `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`;

/** Whether who asks has said that it has these bytes already. Whoever compresses makes a tag weak. */
export const isHeld = (call: Call, tag: string) =>
  (call.req.header("If-None-Match") ?? "")
    .split(",")
    .some((held) => held.trim().replace(/^W\//, "") === tag);
