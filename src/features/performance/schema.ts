import { postContentSchema, subredditResults } from "@/entities/post/contract";
import { idSchema } from "@/shared/api/id";
import { lenient } from "@/shared/api/reply/lenient";
import { listing } from "@/shared/api/reply/listing";
import { z } from "@/shared/config/zod";

export { type SortKey, sortKeys, sortOrders } from "./list-options";

const figure = lenient(z.nullable(z.number()));
const total = lenient(z.number());

/** A published post with its newest figures; null means "not measured". The rate is a fraction. */
export const performanceSchema = z.extend(postContentSchema, {
  scheduled_post_id: idSchema,
  platform: lenient(z.string(), () => "unknown"),
  platform_username: lenient(z.nullable(z.string())),
  category_name: lenient(z.nullable(z.string())),
  publish_at: lenient(z.nullable(z.string())),
  last_updated: lenient(z.nullable(z.string())),
  published_post_url: lenient(z.nullable(z.string())),
  subreddit_results: subredditResults,
  impressions: figure,
  video_views: figure,
  likes: figure,
  comments: figure,
  shares: figure,
  engagement_rate: figure,
});

export type Performance = z.output<typeof performanceSchema>;

/** The totals of a category's published posts. The rate is a fraction, or null if unmeasured. */
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

export type CategorySummary = z.output<typeof categorySummarySchema>;

const summariesSchema = z.object({ data: listing(categorySummarySchema) });

/** The specification's "The response has data" may also mean a bare list. */
const listAsData = z.pipe(
  z.transform((answer) => (Array.isArray(answer) ? { data: answer } : answer)),
  summariesSchema,
);

// The type of a sent reply always has `data`; only reading accepts a bare list too.
export const categorySummariesSchema = listAsData as unknown as z.ZodMiniType<
  z.output<typeof summariesSchema>,
  z.input<typeof summariesSchema>
>;

export const snapshotSchema = z.object({
  snapshot_time: lenient(z.string(), () => ""),
  raw_data: lenient(z.nullable(z.record(z.string(), z.unknown()))),
});
