import type { Context as Call } from "hono";

/** Whether who asks can read an answer that is compressed like this: 'br', 'gzip'. */
export const isAccepted = (call: Call, encoding: string) =>
  new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(
    call.req.header("Accept-Encoding") ?? "",
  );
