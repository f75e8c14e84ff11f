import { sampleQueueItem } from "@/entities/post/contract";
import { endpoint } from "@/shared/api/endpoint";
import { listing } from "@/shared/api/listing";
import { messageSchema } from "@/shared/api/message";
import { z } from "@/shared/config/zod";
import { scheduledPostSchema, schedulerStatusSchema } from "./schema";

const samplePost: z.input<typeof scheduledPostSchema> = {
  id: 41,
  status: "scheduled",
  publish_at: "2026-11-21T18:30:00Z",
  retry_count: 0,
  published_post_url: null,
  social_account: {
    platform_type: "bluesky",
    platform_username: "zimska.bsky.social",
    last_known_error: null,
  },
  content_queue_item: sampleQueueItem,
};

export const schedulerApi = {
  upcoming: endpoint.get("publishing/scheduled-posts", {
    summary: "Lists the posts still to be published, soonest first.",
    query: z.object({
      skip: z._default(z.coerce.number<number>().check(z.int(), z.gte(0), z.lte(1_000_000)), 0),
      limit: z._default(z.coerce.number<number>().check(z.int(), z.gte(1), z.lte(1000)), 100),
    }),
    reply: listing(scheduledPostSchema),
    sample: { query: { skip: 0, limit: 5 }, reply: [samplePost] },
  }),
  status: endpoint.get("publishing/scheduler-status", {
    summary: "The failed posts, the next ones and those published last.",
    reply: schedulerStatusSchema,
    sample: {
      reply: {
        failed_posts: [],
        upcoming_posts: [samplePost],
        recently_published: [
          { ...samplePost, id: 40, status: "published", published_post_url: "/sandbox/posts/40" },
        ],
      },
    },
  }),
  retry: endpoint.post("publishing/posts/{id}/retry", {
    summary:
      "Puts a failed post back in the queue, due at once; 409 for any other status, and for an unknown one unless it is confirmed.",
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
    refusals: { 409: "The post has not failed, or may be live already." },
    sample: {
      query: { confirm_unknown: false },
      reply: { message: "The post is queued again." },
    },
  }),
  runDailyPlanner: endpoint.post("admin/scheduler/run-daily-planner", {
    summary:
      "Spreads what each active category's quota of today lacks, of each kind of post, over its enabled platforms.",
    status: 202,
    reply: messageSchema,
    sample: { reply: { message: "The daily planner is queued." } },
  }),
  clearFailed: endpoint.post("admin/clear-failed-posts", {
    summary:
      "Deletes the failed posts of all groups; their content is unused content of its pool again.",
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
    sample: { query: { include_unknown: false }, reply: { message: "Cleared 3 failed posts." } },
  }),
  clearScheduled: endpoint.post("admin/clear-scheduled-posts", {
    summary:
      "Deletes the posts of all groups that are still to be published; their content is unused content of its pool again.",
    reply: messageSchema,
    sample: { reply: { message: "Cleared 12 scheduled posts." } },
  }),
};
