import {
  and,
  asc,
  type Column,
  count,
  desc,
  eq,
  isNotNull,
  isNull,
  type SQL,
  sql,
} from "drizzle-orm";
import type { z } from "zod";
import { platforms } from "@/entities/account/platforms";
import type { accountsApi } from "@/features/accounts/contract";
import type { performanceApi } from "@/features/performance/contract";
import type { SortKey } from "@/features/performance/schema";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { lower } from "../../db/letters.ts";
import { categories, metricsSnapshots, queueItems, scheduledPosts } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import { Fault } from "../../kernel/fault.ts";
import { findGroup } from "../../kernel/find-group.ts";
import { rowId } from "../../kernel/ids.ts";
import { Parts } from "../../kernel/parts.ts";
import type { JobRun } from "../../kernel/runs.ts";
import { existing, isAnyOf } from "../../kernel/sql.ts";
import { iso } from "../../kernel/times.ts";
import type { Figures, MeasuredPost } from "../../ports/metrics-source.ts";
import { findAccount, platformAccount } from "../accounts/index.ts";

type OnWire = WireOf<typeof performanceApi.list>[number];

/** A sort expression, with conditions for posts that have a value and that lack one, if some do. */
type Sort = { readonly by: Column | SQL; readonly has?: SQL; readonly lacks?: SQL };

const byFigure = (figure: Column): Sort => ({
  by: figure,
  has: isNotNull(figure),
  lacks: isNull(figure),
});

const sorts: Readonly<Record<SortKey, Sort>> = {
  publish_at: { by: scheduledPosts.published_at },
  category_name: {
    by: lower(categories.name),
    has: isNotNull(categories.id),
    lacks: isNull(scheduledPosts.category_id),
  },
  impressions: byFigure(scheduledPosts.impressions),
  video_views: byFigure(scheduledPosts.video_views),
  likes: byFigure(scheduledPosts.likes),
  comments: byFigure(scheduledPosts.comments),
  shares: byFigure(scheduledPosts.shares),
  engagement_rate: byFigure(scheduledPosts.engagement_rate),
};

/** Posts per statement. A longer list is sent in parts, or its reading would block other requests. */
const partSize = 500;

/**
 * Returns published posts with their newest figures. Posts without a value come last in either order.
 * No index has that order, so they are found by a second query, and only if the page is not full. A
 * post that is first measured between the two queries is missing until the next read.
 */
export async function listPerformance(
  context: Context,
  query: z.output<typeof performanceApi.list.query>,
): Promise<OnWire[] | Parts<OnWire>> {
  const { db } = context;
  const group = query.group_id === undefined ? null : await findGroup(context, query.group_id);
  const category = query.category_id === undefined ? null : rowId(query.category_id);
  const where = and(
    eq(scheduledPosts.status, "published"),
    group ? eq(scheduledPosts.group_id, group.id) : undefined,
    category === null ? undefined : eq(scheduledPosts.category_id, category),
  );
  const direction = query.sortOrder === "asc" ? asc : desc;
  const { by, has, lacks } = sorts[query.sortBy];
  const order = [direction(by), direction(scheduledPosts.id)];
  const find = (which: SQL | undefined, limit: number) =>
    db
      .select({ id: scheduledPosts.id })
      .from(scheduledPosts)
      .leftJoin(categories, eq(categories.id, scheduledPosts.category_id))
      .where(and(where, which))
      .orderBy(...order)
      .limit(limit);
  const found = await find(has, query.limit);
  const room = query.limit - found.length;
  const rest = lacks && room > 0 ? await find(lacks, room) : [];
  // A figure may have been removed between the two reads; its post would be listed twice.
  const ids = [...new Set([...found, ...rest].map(({ id }) => id))];
  return ids.length <= partSize ? readPosts(db, ids) : new Parts(() => partsOf(db, ids));
}

async function* partsOf(db: Db, ids: readonly number[]): AsyncGenerator<readonly OnWire[]> {
  for (let from = 0; from < ids.length; from += partSize) {
    yield await readPosts(db, ids.slice(from, from + partSize));
    // Let other requests run between two parts.
    await new Promise(setImmediate);
  }
}

/** Returns the posts of these ids, in their order; without those that were deleted meanwhile. */
async function readPosts(db: Db, ids: readonly number[]): Promise<OnWire[]> {
  const rows = await published(db, isAnyOf(scheduledPosts.id, ids));
  const byId = new Map(rows.map((row) => [row.post.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []).map(onWire);
}

/** Returns one published post and its snapshots, oldest first. */
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

/**
 * Totals of each category's published posts. The average counts measured posts only. A category
 * without published posts is left out.
 */
export async function performanceByCategory(
  context: Context,
  groupId: Id,
): Promise<WireOf<typeof performanceApi.byCategory>> {
  const group = await findGroup(context, groupId);
  // PostgreSQL's sum of integers is a bigint, which both drivers return as text.
  const total = (figure: Column) => sql`coalesce(sum(${figure}), 0)`.mapWith(Number);
  const data = await context.db
    .select({
      category_id: categories.id,
      category_name: categories.name,
      total_posts: count(),
      total_impressions: total(scheduledPosts.impressions),
      total_likes: total(scheduledPosts.likes),
      total_comments: total(scheduledPosts.comments),
      total_shares: total(scheduledPosts.shares),
      average_engagement_rate: sql<number | null>`avg(${scheduledPosts.engagement_rate})`,
    })
    .from(scheduledPosts)
    .innerJoin(categories, eq(categories.id, scheduledPosts.category_id))
    .where(and(eq(scheduledPosts.group_id, group.id), eq(scheduledPosts.status, "published")))
    .groupBy(categories.id)
    .orderBy(asc(lower(categories.name)), asc(categories.id));
  return { data };
}

/** Fetches the figures of the account's newest post from the platform, outside a transaction. */
export async function testPerformanceFetch(
  { ports, transaction }: JobRun,
  accountId: Id,
): Promise<WireOf<typeof accountsApi.testPerformanceFetch>> {
  const { account, known, post } = await transaction(async ({ db }) => {
    const account = await findAccount(db, accountId);
    const known = await platformAccount(db, ports.secrets, account).catch(() => undefined);
    return { account, known, post: await newestPost(db, account.id) };
  });
  if (!post) return failedFetch("This account has no published post to measure yet.");
  if (!known) return failedFetch("The stored credentials cannot be read: enter them again.");
  try {
    const measured = await ports.metrics.read(known, [post], AbortSignal.timeout(30_000));
    const figures = measured.get(post.id);
    if (!figures) throw new Fault("The platform did not return the figures.");
    return { success: true, message: `Post ${post.id}: ${inWords(figures)}.`, error: null };
  } catch {
    // The thrown error may contain the token, so its message is not returned.
    const { label } = platforms[account.platform_type];
    return failedFetch(`${label} did not return the figures of post ${post.id}. Try again later.`);
  }
}

const failedFetch = (error: string) => ({ success: false, message: null, error });

const figureNames = {
  impressions: "impressions",
  video_views: "video views",
  likes: "likes",
  comments: "comments",
  shares: "shares",
} as const satisfies Record<keyof Figures, string>;

/** Returns the figures that the platform reports: `120 impressions, 8 likes`. */
function inWords(figures: Figures): string {
  const names = Object.keys(figureNames) as (keyof Figures)[]; // The type has these keys and no others.
  const counted = names.flatMap((name) =>
    figures[name] === null ? [] : [`${figures[name]} ${figureNames[name]}`],
  );
  return counted.length > 0 ? counted.join(", ") : "the platform has no figures yet";
}

async function newestPost(db: Db, accountId: number): Promise<MeasuredPost | undefined> {
  const [found] = await published(
    db,
    and(eq(scheduledPosts.account_id, accountId), isNotNull(scheduledPosts.external_id)),
  )
    .orderBy(desc(scheduledPosts.published_at), desc(scheduledPosts.id))
    .limit(1);
  return found && measuredPost(found.post, found.item.media_type);
}

/** Returns a row as the metrics source needs it; undefined if the post is not live on its platform. */
export function measuredPost(
  post: Pick<typeof scheduledPosts.$inferSelect, "id" | "status" | "external_id" | "published_at">,
  mediaType: string | null,
): MeasuredPost | undefined {
  const { id, status, external_id, published_at } = post;
  if (status !== "published" || !published_at || external_id === null) return undefined;
  return {
    id,
    externalId: external_id,
    publishedAt: published_at,
    video: mediaType === "video",
  };
}

/** Reactions per impression, as a fraction; null without impressions or any reaction count. */
export function engagementRate({ impressions, likes, comments, shares }: Figures): number | null {
  if (!impressions || (likes === null && comments === null && shares === null)) return null;
  return ((likes ?? 0) + (comments ?? 0) + (shares ?? 0)) / impressions;
}

/** The columns that are used, and no others: the list may have 10,000 rows. */
const onPost = {
  id: scheduledPosts.id,
  status: scheduledPosts.status,
  platform_type: scheduledPosts.platform_type,
  platform_username: scheduledPosts.platform_username,
  published_at: scheduledPosts.published_at,
  measured_at: scheduledPosts.measured_at,
  external_id: scheduledPosts.external_id,
  published_post_url: scheduledPosts.published_post_url,
  subreddit_results: scheduledPosts.subreddit_results,
};
const figureColumns = {
  impressions: scheduledPosts.impressions,
  video_views: scheduledPosts.video_views,
  likes: scheduledPosts.likes,
  comments: scheduledPosts.comments,
  shares: scheduledPosts.shares,
  engagement_rate: scheduledPosts.engagement_rate,
};
const onItem = {
  text_content: queueItems.text_content,
  image_url: queueItems.image_url,
  video_url: queueItems.video_url,
  thumbnail_url: queueItems.thumbnail_url,
  media_type: queueItems.media_type,
};

const published = (db: Db, where?: SQL) =>
  db
    .select({
      post: onPost,
      item: onItem,
      figures: figureColumns,
      category_name: categories.name,
    })
    .from(scheduledPosts)
    .innerJoin(queueItems, eq(queueItems.id, scheduledPosts.queue_item_id))
    .leftJoin(categories, eq(categories.id, scheduledPosts.category_id))
    .where(and(eq(scheduledPosts.status, "published"), where))
    .$dynamic();

/** The category's name is null if the post was published directly. */
type Joined = Awaited<ReturnType<typeof published>>[number];

const onWire = ({ post, item, figures, category_name }: Joined): OnWire => ({
  scheduled_post_id: post.id,
  ...item,
  platform: post.platform_type,
  platform_username: post.platform_username,
  category_name,
  publish_at: iso(post.published_at),
  last_updated: iso(post.measured_at),
  published_post_url: post.published_post_url,
  ...(post.subreddit_results && { subreddit_results: [...post.subreddit_results] }),
  ...figures,
});
