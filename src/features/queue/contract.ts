import { queueItemSchema, queueStatuses } from "@/entities/post/schema";
import { endpoint } from "@/shared/api/endpoint";
import { lenient } from "@/shared/api/lenient";
import { listing } from "@/shared/api/listing";
import { z } from "@/shared/config/zod";

export const queueApi = {
  list: endpoint.get("publishing/content-queue", {
    query: z.object({
      status: z
        .optional(z.enum(queueStatuses))
        .check(z.describe("Only posts of that status; else all.")),
      skip: z._default(z.coerce.number<number>().check(z.int(), z.gte(0), z.lte(1_000_000)), 0),
      limit: z._default(z.coerce.number<number>().check(z.int(), z.gte(1), z.lte(1000)), 100),
    }),
    reply: listing(queueItemSchema),
  }),
  approve: endpoint.post("publishing/content-queue/{id}/approve", {
    reply: z.extend(queueItemSchema, {
      left_out: lenient(z.nullish(z.string())).check(
        z.describe("Which accounts it is not scheduled on, and why, as a sentence; else null."),
      ),
    }),
    isReplyOptional: true,
  }),
  reject: endpoint.post("publishing/content-queue/{id}/reject", {
    reply: queueItemSchema,
    isReplyOptional: true,
  }),
};
