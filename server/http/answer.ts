import type { Context as Call } from "hono";
import type * as z from "zod/mini";
import type { Endpoint } from "@/shared/api/endpoint";
import { countDepartures } from "@/shared/api/reply/lenient";
import { Fault } from "../kernel/fault.ts";
import type { StoredReply } from "./idempotency.ts";
import { entityTagOf, matchesEntityTag } from "./request-headers.ts";
import type { Serving } from "./serving.ts";

/**
 * Returns a handler's result as it is sent. Throws a Fault if it breaks the contract and
 * `checkReplies` is set.
 */
export function toReply(
  endpoint: Endpoint,
  value: unknown,
  { checkReplies }: Pick<Serving, "checkReplies">,
): StoredReply {
  if (!endpoint.reply) return { status: endpoint.status, body: null };
  const body = JSON.stringify(value);
  if (checkReplies) checkReply(endpoint, endpoint.reply, body);
  return { status: endpoint.status, body };
}

/** Throws a Fault if the client's lenient schemas would drop or replace any part of the reply. */
function checkReply(endpoint: Endpoint, schema: z.ZodMiniType, body: string) {
  const { result: read, departures } = countDepartures(() => schema.safeParse(JSON.parse(body)));
  if (read.success && departures === 0 && !hasUnreadable(read.data)) return;
  const why = read.error?.message ?? "a record or a field of it cannot be read";
  throw new Fault(`The reply of ${endpoint.method} ${endpoint.path} breaks its contract: ${why}`);
}

const hasUnreadable = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  (("items" in value && "unreadable" in value && value.unreadable !== 0) ||
    Object.values(value).some(hasUnreadable));

/** Sends a reply as JSON, with its entity tag if there is one. */
export function answer(call: Call, { status, body }: StoredReply, tag?: string): Response {
  if (body === null) return call.newResponse(null, 204);
  // Hono's type wants a literal status that allows a body; the contract's statuses all do.
  return call.newResponse(body, status as 200, {
    "Content-Type": "application/json",
    // Without it compress() would compress short replies too, and make them longer.
    "Content-Length": String(Buffer.byteLength(body)),
    ...(tag && { ETag: tag }),
  });
}

/** Sends a reply with its entity tag, or a 304 if the client already has this reply. */
export function answerUnlessUnchanged(call: Call, reply: StoredReply): Response {
  const tag = entityTagOf(reply.body ?? "");
  return matchesEntityTag(call, tag)
    ? call.body(null, 304, { ETag: tag })
    : answer(call, reply, tag);
}
