import { and, asc, type Column, desc, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { performanceApi } from "@/features/performance/contract";
import type { SortKey } from "@/features/performance/schema";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import type { Context, Db } from "../context.ts";
import { categories, metricsSnapshots, queueItems, scheduledPosts } from "../db/schema.ts";
import type { Figures } from "../ports/metrics-source.ts";
import { findGroup } from "./groups.ts";
import { day } from "./quota.ts";
import { existing, iso, rowId } from "./rows.ts";

type OnWire = WireOf<typeof performanceApi.list>[number];

const sortBy: Readonly<Record<SortKey, Column | SQL>> = {
  publish_at: scheduledPosts.published_at,
  category_name: sql`lower(${categories.name})`,
  impressions: scheduledPosts.impressions,
  video_views: scheduledPosts.video_views,
  likes: scheduledPosts.likes,
  comments: scheduledPosts.comments,
  shares: scheduledPosts.shares,
  engagement_rate: scheduledPosts.engagement_rate,
};

/** Published posts with their newest figures. What is not measured comes last in either order. */
export async function listPerformance(
  context: Context,
  query: z.output<typeof performanceApi.list.query>,
): Promise<OnWire[]> {
  const group = query.group_id === undefined ? null : await findGroup(context, query.group_id);
  const category = query.category_id === undefined ? null : rowId(query.category_id);
  const where = and(
    group ? eq(scheduledPosts.group_id, group.id) : undefined,
    category === null ? undefined : eq(scheduledPosts.category_id, category),
  );
  const direction = query.sortOrder === "asc" ? asc : desc;
  const key = direction(sortBy[query.sortBy]);
  const rows = await published(context.db, where)
    // Every published post has its time, and without the clause its index gives the order.
    .orderBy(
      query.sortBy === "publish_at" ? key : sql`${key} nulls last`,
      direction(scheduledPosts.id),
    )
    .limit(query.limit);
  return rows.map(onWire);
}

/** One published post and its snapshots, oldest first. */
export async function readPerformance(
  { db }: Context,
  id: Id,
): Promise<WireOf<typeof performanceApi.detail>> {
  const key = rowId(id);
  const row = existing(await published(db, eq(scheduledPosts.id, key)), "published post");
  const snapshots = await db
    .select()
    .from(metricsSnapshots)
    .where(eq(metricsSnapshots.post_id, key))
    .orderBy(asc(metricsSnapshots.snapshot_time), asc(metricsSnapshots.id));
  return {
    performance: onWire(row),
    snapshots: snapshots.map(({ snapshot_time, raw_data }) => ({
      snapshot_time: snapshot_time.toISOString(),
      raw_data,
    })),
  };
}

/** Reactions per impression as a fraction; null where nobody counted, or nobody saw it. */
export function engagementRate({ impressions, likes, comments, shares }: Figures): number | null {
  if (!impressions || (likes === null && comments === null && shares === null)) return null;
  return ((likes ?? 0) + (comments ?? 0) + (shares ?? 0)) / impressions;
}

const minute = 60_000;
const early = [minute / 2, 2 * minute, 10 * minute, 60 * minute, day / 4, day];

/** How old a post is at its n-th planned measurement, in milliseconds; undefined when it is over 30 days. */
export function measuredAtAge(round: number): number | undefined {
  const age = early[round] ?? (round - early.length + 2) * day;
  return age > 30 * day ? undefined : age;
}

const published = (db: Db, where: SQL | undefined) =>
  db
    .select({ post: scheduledPosts, item: queueItems, category_name: categories.name })
    .from(scheduledPosts)
    .innerJoin(queueItems, eq(queueItems.id, scheduledPosts.queue_item_id))
    .innerJoin(categories, eq(categories.id, scheduledPosts.category_id))
    .where(and(eq(scheduledPosts.status, "published"), where))
    .$dynamic();

type Joined = {
  post: typeof scheduledPosts.$inferSelect;
  item: typeof queueItems.$inferSelect;
  category_name: string;
};

const onWire = ({ post, item, category_name }: Joined): OnWire => ({
  scheduled_post_id: post.id,
  text_content: item.text_content,
  image_url: item.image_url,
  video_url: item.video_url,
  thumbnail_url: item.thumbnail_url,
  media_type: item.media_type,
  platform: post.platform_type,
  platform_username: post.platform_username,
  category_name,
  publish_at: iso(post.published_at),
  last_updated: iso(post.measured_at),
  published_post_url: post.published_post_url,
  impressions: post.impressions,
  video_views: post.video_views,
  likes: post.likes,
  comments: post.comments,
  shares: post.shares,
  engagement_rate: post.engagement_rate,
});
