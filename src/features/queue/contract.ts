import { queueCounts, queueItemSchema, queueStatuses } from "@/entities/post/contract";
import { endpoint } from "@/shared/api/endpoint";
import { ofGroup, pageOf } from "@/shared/api/list-query";
import { listing } from "@/shared/api/reply/listing";
import { z } from "@/shared/config/zod";
import { approvalSchema, approvedSchema, queueItemChangeSchema } from "./schema";

/**
 * The capability of a backend that reads the query of `approve`: where and when the post goes out, and
 * which version of it the operator has seen.
 */
export const approveAtCapability = { capability: "approve-at" };

export const queueApi = {
  list: endpoint.get("publishing/content-queue", {
    query: z.object({
      status: z.optional(z.enum(queueStatuses)),
      ...ofGroup,
      ...pageOf(100),
    }),
    reply: listing(queueItemSchema),
  }),
  counts: queueCounts,
  approve: endpoint.post("publishing/content-queue/{id}/approve", {
    query: approvalSchema,
    reply: approvedSchema,
    isReplyOptional: true,
  }),
  reject: endpoint.post("publishing/content-queue/{id}/reject", {
    reply: queueItemSchema,
    isReplyOptional: true,
  }),
  detail: endpoint.get("publishing/content-queue/{id}", {
    capability: "queue-edit",
    reply: queueItemSchema,
  }),
  edit: endpoint.patch("publishing/content-queue/{id}", {
    capability: "queue-edit",
    body: queueItemChangeSchema,
    reply: queueItemSchema,
  }),
  reopen: endpoint.post("publishing/content-queue/{id}/reopen", {
    capability: "queue-undo",
    reply: queueItemSchema,
  }),
};
