import { endpoint } from "@/shared/api/endpoint";
import { listing } from "@/shared/api/listing";
import { messageSchema } from "@/shared/api/message";
import { z } from "@/shared/config/zod";
import { scheduledPostSchema, schedulerStatusSchema } from "./schema";

export const schedulerApi = {
  upcoming: endpoint.get("publishing/scheduled-posts", {
    query: z.object({
      skip: z._default(z.coerce.number<number>().check(z.int(), z.gte(0), z.lte(1_000_000)), 0),
      limit: z._default(z.coerce.number<number>().check(z.int(), z.gte(1), z.lte(1000)), 100),
    }),
    reply: listing(scheduledPostSchema),
  }),
  status: endpoint.get("publishing/scheduler-status", {
    reply: schedulerStatusSchema,
  }),
  retry: endpoint.post("publishing/posts/{id}/retry", {
    query: z.object({
      confirm_unknown: z
        ._default(z.boolean(), false)
        .check(
          z.describe(
            "That someone has looked, and a post of status 'unknown' is not live: it is queued again too.",
          ),
        ),
    }),
    reply: messageSchema,
  }),
  runDailyPlanner: endpoint.post("admin/scheduler/run-daily-planner", {
    status: 202,
    reply: messageSchema,
  }),
  clearFailed: endpoint.post("admin/clear-failed-posts", {
    query: z.object({
      include_unknown: z
        ._default(z.boolean(), false)
        .check(
          z.describe(
            "That someone has looked, and posts of status 'unknown' are live: they are deleted too, and their content counts as used.",
          ),
        ),
    }),
    reply: messageSchema,
  }),
  clearScheduled: endpoint.post("admin/clear-scheduled-posts", {
    reply: messageSchema,
  }),
};
