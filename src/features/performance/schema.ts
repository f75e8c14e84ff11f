import { postContentSchema } from "@/entities/post/schema";
import { idSchema } from "@/shared/api/id";
import { z } from "@/shared/config/zod";

export { type SortKey, sortKeys, sortOrders } from "./sorting";

const figure = z.nullish(z.number());

/** A published post with its newest figures; null is "not measured". `engagement_rate` is a fraction. */
export const performanceSchema = z
  .extend(postContentSchema, {
    scheduled_post_id: idSchema,
    platform: z.string(),
    platform_username: z.nullish(z.string()),
    category_name: z.nullish(z.string()),
    publish_at: z.nullish(z.string()),
    last_updated: z.nullish(z.string()),
    published_post_url: z.nullish(z.string()),
    impressions: figure,
    video_views: figure,
    likes: figure,
    comments: figure,
    shares: figure,
    engagement_rate: figure,
  })
  .register(z.globalRegistry, { id: "PostPerformance" });

export type Performance = z.output<typeof performanceSchema>;

/** All published posts of a category together. The rate is a fraction, null where none was measured. */
export const categorySummarySchema = z.object({
  category_id: idSchema,
  category_name: z.string(),
  total_posts: z.number(),
  total_impressions: z.number(),
  total_likes: z.number(),
  total_comments: z.number(),
  total_shares: z.number(),
  average_engagement_rate: figure,
});

export const snapshotSchema = z.object({
  snapshot_time: z.string(),
  raw_data: z.nullish(z.record(z.string(), z.unknown())),
});
