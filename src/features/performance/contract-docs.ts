import { sampleQueueItem, subredditResultsText } from "@/entities/post/contract-docs";
import { describeFields } from "@/shared/api/docs/describe-fields";
import { documented } from "@/shared/api/docs/documented";
import { z } from "@/shared/config/zod";
import { performanceApi } from "./contract";
import { performanceSchema } from "./schema";

performanceSchema.register(z.globalRegistry, { id: "PostPerformance" });

describeFields(performanceSchema, { subreddit_results: subredditResultsText });
describeFields(performanceApi.list.query, {
  sortBy: "What the posts are ordered by.",
  sortOrder: "Smallest or largest first.",
});

const { text_content, image_url, video_url, thumbnail_url, media_type } = sampleQueueItem;

const samplePerformance: z.input<typeof performanceSchema> = {
  text_content,
  image_url,
  video_url,
  thumbnail_url,
  media_type,
  scheduled_post_id: 40,
  platform: "instagram",
  platform_username: "zimska.kolekcija",
  category_name: "Dnevna inspiracija",
  publish_at: "2026-11-19T09:30:00Z",
  last_updated: "2026-11-20T09:30:00Z",
  published_post_url: "/sandbox/posts/40",
  impressions: 4210,
  video_views: null,
  likes: 187,
  comments: 14,
  shares: 9,
  engagement_rate: 0.0499,
};

export const performanceDocs = documented(performanceApi, {
  list: {
    summary: "Lists published posts with their newest figures.",
    refusals: { 404: "There is no such group." },
    sample: {
      query: { sortBy: "publish_at", sortOrder: "desc", limit: 100, group_id: 1 },
      reply: [samplePerformance],
    },
  },
  detail: {
    summary: "One published post with its figures and how they grew.",
    sample: {
      reply: {
        performance: samplePerformance,
        snapshots: [
          { snapshot_time: "2026-11-19T10:30:00Z", raw_data: { impressions: 900, likes: 41 } },
          { snapshot_time: "2026-11-20T09:30:00Z", raw_data: { impressions: 4210, likes: 187 } },
        ],
      },
    },
  },
  byCategory: {
    summary:
      "Sums up the published posts of a group by category, in the order of their names; a category that has published nothing is left out.",
    refusals: { 404: "There is no such group." },
    sample: {
      query: { group_id: 1 },
      reply: {
        data: [
          {
            category_id: 21,
            category_name: "Dnevna inspiracija",
            total_posts: 18,
            total_impressions: 61_240,
            total_likes: 2610,
            total_comments: 204,
            total_shares: 133,
            average_engagement_rate: 0.0437,
          },
        ],
      },
    },
  },
  refreshInstagram: {
    summary:
      "Queues a measurement of every published Instagram post of a group, and a search for those whose answer was lost; 409 where it has no Instagram account.",
    refusals: { 409: "The group has no Instagram account." },
    sample: { reply: { message: "Measuring 12 published Instagram posts." } },
  },
});
