import { sampleQueueItem } from "@/entities/post/contract";
import { queueItemSchema, queueStatuses } from "@/entities/post/schema";
import { endpoint } from "@/shared/api/endpoint";
import { listing } from "@/shared/api/listing";
import { z } from "@/shared/config/zod";

export const queueApi = {
  list: endpoint.get("publishing/content-queue", {
    summary: "Lists generated posts of one status, oldest first.",
    query: z.object({
      status: z
        .optional(z.enum(queueStatuses))
        .check(z.describe("Only posts of that status; else all.")),
      skip: z._default(z.coerce.number<number>().check(z.int(), z.gte(0), z.lte(1_000_000)), 0),
      limit: z._default(z.coerce.number<number>().check(z.int(), z.gte(1), z.lte(1000)), 100),
    }),
    reply: listing(queueItemSchema),
    sample: { query: { status: "pending_approval", skip: 0, limit: 5 }, reply: [sampleQueueItem] },
  }),
  approve: endpoint.post("publishing/content-queue/{id}/approve", {
    summary:
      "Approves a pending post and schedules it on its category's accounts; 409 for any other status.",
    reply: queueItemSchema,
    isReplyOptional: true,
    refusals: { 409: "The post is not pending any more." },
    sample: { reply: { ...sampleQueueItem, status: "approved" } },
  }),
  reject: endpoint.post("publishing/content-queue/{id}/reject", {
    summary: "Rejects a pending post; 409 for any other status.",
    reply: queueItemSchema,
    isReplyOptional: true,
    refusals: { 409: "The post is not pending any more." },
    sample: { reply: { ...sampleQueueItem, status: "rejected" } },
  }),
};
