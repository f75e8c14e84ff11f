import { postContentSchema } from "@/entities/post/schema";
import { idSchema } from "@/shared/api/id";
import { lenient } from "@/shared/api/lenient";
import { listing } from "@/shared/api/listing";
import { z } from "@/shared/config/zod";

export { type SortKey, sortKeys, sortOrders } from "./sorting";

const figure = lenient(z.nullable(z.number()));
const total = lenient(z.number());

/** A published post with its newest figures; null is "not measured". `engagement_rate` is a fraction. */
export const performanceSchema = z
  .extend(postContentSchema, {
    scheduled_post_id: idSchema,
    platform: lenient(z.string(), () => "unknown"),
    platform_username: lenient(z.nullable(z.string())),
    category_name: lenient(z.nullable(z.string())),
    publish_at: lenient(z.nullable(z.string())),
    last_updated: lenient(z.nullable(z.string())),
    published_post_url: lenient(z.nullable(z.string())),
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
  category_name: lenient(z.string(), () => "Unnamed category"),
  total_posts: total,
  total_impressions: total,
  total_likes: total,
  total_comments: total,
  total_shares: total,
  average_engagement_rate: figure,
});

const summariesSchema = z.object({ data: listing(categorySummarySchema) });

/** The specification's "The response has data" may also mean a bare list. */
const listAsData = z.pipe(
  z.transform((answer) => (Array.isArray(answer) ? { data: answer } : answer)),
  summariesSchema,
);

// What is sent has `data`: only reading takes more.
export const categorySummariesSchema = listAsData as unknown as z.ZodMiniType<
  z.output<typeof summariesSchema>,
  z.input<typeof summariesSchema>
>;

export const snapshotSchema = z.object({
  snapshot_time: lenient(z.string(), () => ""),
  raw_data: lenient(z.nullable(z.record(z.string(), z.unknown()))),
});
