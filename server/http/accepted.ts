import type { Context as Call } from "hono";

/** Returns true if the client's `Accept-Encoding` allows an encoding such as 'br' or 'gzip'. */
export const acceptsEncoding = (call: Call, encoding: string) =>
  new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(
    call.req.header("Accept-Encoding") ?? "",
  );
