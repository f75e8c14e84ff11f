import { sampleQueueItem, subredditResultsText } from "@/entities/post/contract-docs";
import { describeFields } from "@/shared/api/docs/describe-fields";
import { documented } from "@/shared/api/docs/documented";
import { z } from "@/shared/config/zod";
import { schedulerApi } from "./contract";
import { scheduledPostSchema } from "./schema";

scheduledPostSchema.register(z.globalRegistry, { id: "ScheduledPost" });

const onlyOfGroup = "Only this group's posts; else all.";

describeFields(scheduledPostSchema, {
  is_paused: "That it waits because publishing of its group is paused.",
  waits_for:
    "What it waits for besides its time, as a sentence: its platform, or its account. Null if for nothing.",
  waits_until: "When it is tried again, in ISO 8601, if that is known.",
  group_id: "The group of its account.",
  subreddit_results: subredditResultsText,
  is_changed: "That its content was changed since it was due, so that a retry sends another.",
  account_problem:
    "Of a failed post: why a retry would fail on its account again, as `its last test failed`; else null.",
});
describeFields(schedulerApi.upcoming.query, {
  from: "Only posts that are due from then on, in ISO 8601.",
  to: "Only posts that are due before then, in ISO 8601.",
  group_id: onlyOfGroup,
});
describeFields(schedulerApi.status.query, { group_id: onlyOfGroup });
describeFields(schedulerApi.reschedule.body, { publish_at: "When it is due, in ISO 8601." });
describeFields(schedulerApi.retry.query, {
  confirm_unknown:
    "That someone has looked, and a post of status 'unknown' is not live: it is queued again too.",
});
describeFields(schedulerApi.clearFailed.query, {
  include_unknown:
    "That someone has looked, and posts of status 'unknown' are live: they are deleted too, and their content counts as used.",
});

const samplePost: z.input<typeof scheduledPostSchema> = {
  id: 41,
  status: "scheduled",
  publish_at: "2026-11-21T18:30:00Z",
  is_paused: false,
  waits_for: null,
  waits_until: null,
  group_id: 1,
  group_name: "Zimska kolekcija",
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
    description:
      "`from` and `to` are optional: a backend that has them names `schedule-range` among the `capabilities` of `GET /healthz`.",
    sample: { query: { skip: 0, limit: 5 }, reply: [samplePost] },
  },
  status: {
    summary: "The failed posts, the next ones and those published last.",
    sample: {
      query: {},
      reply: {
        failed_posts: [],
        upcoming_posts: [samplePost],
        recently_published: [
          { ...samplePost, id: 40, status: "published", published_post_url: "/sandbox/posts/40" },
        ],
      },
    },
  },
  detail: {
    summary: "One post: scheduled, failed or published.",
    sample: { reply: samplePost },
  },
  nextSlot: {
    summary: "The next free time of a scheduled post's account, as if the post had none.",
    refusals: { 409: "It is not scheduled any more." },
    sample: { reply: { publish_at: "2026-11-21T19:00:00Z" } },
  },
  reschedule: {
    summary: "Moves a scheduled post to another time.",
    refusals: { 409: "It is not scheduled any more." },
    sample: { body: { publish_at: "2026-11-22T09:00:00Z" }, reply: samplePost },
  },
  cancel: {
    summary:
      "Cancels a scheduled post. A generated post that is left without posts becomes rejected, and can be reopened.",
    refusals: { 409: "It is not scheduled any more." },
    sample: {},
  },
  publishNow: {
    summary: "Publishes a scheduled post at once, in the background.",
    refusals: { 409: "It is not scheduled any more, or publishing of its group is paused." },
    sample: { reply: samplePost },
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
  planPreview: {
    summary: "What the daily planner would schedule now, by group. It changes nothing.",
    sample: {
      reply: {
        posts: 5,
        groups: [
          { group_id: 1, group_name: "Zimska kolekcija", posts: 3 },
          { group_id: 2, group_name: "Kafa i knjige", posts: 2 },
        ],
      },
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
