import { endpoint } from "@/shared/api/endpoint";
import { ofGroup, pageOf } from "@/shared/api/list-query";
import { listing } from "@/shared/api/reply/listing";
import { messageSchema } from "@/shared/api/reply/message";
import { z } from "@/shared/config/zod";
import {
  nextSlotSchema,
  planPreviewSchema,
  scheduledPostSchema,
  schedulerStatusSchema,
} from "./schema";

export const schedulerApi = {
  upcoming: endpoint.get("publishing/scheduled-posts", {
    query: z.object({
      from: z.optional(z.string().check(z.maxLength(40))),
      to: z.optional(z.string().check(z.maxLength(40))),
      ...ofGroup,
      ...pageOf(100),
    }),
    reply: listing(scheduledPostSchema),
  }),
  status: endpoint.get("publishing/scheduler-status", {
    query: z.object(ofGroup),
    reply: schedulerStatusSchema,
  }),
  detail: endpoint.get("publishing/scheduled-posts/{id}", {
    capability: "schedule-edit",
    reply: scheduledPostSchema,
  }),
  nextSlot: endpoint.get("publishing/scheduled-posts/{id}/next-slot", {
    capability: "schedule-edit",
    reply: nextSlotSchema,
  }),
  reschedule: endpoint.patch("publishing/scheduled-posts/{id}", {
    capability: "schedule-edit",
    body: z.strictObject({
      publish_at: z.string().check(z.maxLength(40)),
    }),
    reply: scheduledPostSchema,
  }),
  cancel: endpoint.delete("publishing/scheduled-posts/{id}", { capability: "schedule-edit" }),
  publishNow: endpoint.post("publishing/scheduled-posts/{id}/publish-now", {
    capability: "schedule-edit",
    reply: scheduledPostSchema,
  }),
  retry: endpoint.post("publishing/posts/{id}/retry", {
    query: z.object({
      confirm_unknown: z._default(z.boolean(), false),
    }),
    reply: messageSchema,
  }),
  planPreview: endpoint.get("admin/scheduler/daily-plan", {
    capability: "planner-preview",
    reply: planPreviewSchema,
  }),
  runDailyPlanner: endpoint.post("admin/scheduler/run-daily-planner", {
    status: 202,
    reply: messageSchema,
  }),
  clearFailed: endpoint.post("admin/clear-failed-posts", {
    query: z.object({
      include_unknown: z._default(z.boolean(), false),
    }),
    reply: messageSchema,
  }),
  clearScheduled: endpoint.post("admin/clear-scheduled-posts", {
    reply: messageSchema,
  }),
};
