import { sampleQueueItem } from "@/entities/post/contract-docs";
import { documented } from "@/shared/api/documented";
import type { z } from "@/shared/config/zod";
import { schedulerApi } from "./contract";
import type { scheduledPostSchema } from "./schema";

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

export const schedulerDocs = documented(schedulerApi, {
  upcoming: {
    summary: "Lists the posts still to be published, soonest first.",
    sample: { query: { skip: 0, limit: 5 }, reply: [samplePost] },
  },
  status: {
    summary: "The failed posts, the next ones and those published last.",
    sample: {
      reply: {
        failed_posts: [],
        upcoming_posts: [samplePost],
        recently_published: [
          { ...samplePost, id: 40, status: "published", published_post_url: "/sandbox/posts/40" },
        ],
      },
    },
  },
  retry: {
    summary:
      "Puts a failed post back in the queue, due at once; 409 for any other status, and for an unknown one unless it is confirmed.",
    refusals: { 409: "The post has not failed, or may be live already." },
    sample: {
      query: { confirm_unknown: false },
      reply: { message: "The post is queued again." },
    },
  },
  runDailyPlanner: {
    summary:
      "Spreads what each active category's quota of today lacks, of each kind of post, over its enabled platforms.",
    sample: { reply: { message: "The daily planner is queued." } },
  },
  clearFailed: {
    summary:
      "Deletes the failed posts of all groups; their content is unused content of its pool again.",
    sample: { query: { include_unknown: false }, reply: { message: "Cleared 3 failed posts." } },
  },
  clearScheduled: {
    summary:
      "Deletes the posts of all groups that are still to be published; their content is unused content of its pool again.",
    sample: { reply: { message: "Cleared 12 scheduled posts." } },
  },
});
