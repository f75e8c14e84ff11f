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
      skip: z.coerce.number<number>().int().min(0).max(1_000_000).default(0),
      limit: z.coerce.number<number>().int().min(1).max(1000).default(100),
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
    summary: "Puts a failed post back in the queue, due at once; 409 for any other status.",
    reply: messageSchema,
    sample: { reply: { message: "The post is queued again." } },
  }),
  runDailyPlanner: endpoint.post("admin/scheduler/run-daily-planner", {
    summary: "Spreads today's missing quota of every active category over its enabled platforms.",
    status: 202,
    reply: messageSchema,
    sample: { reply: { message: "The daily planner is queued." } },
  }),
};
