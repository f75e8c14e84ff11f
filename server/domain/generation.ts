import { randomUUID } from "node:crypto";
import { and, asc, count, countDistinct, eq, gte, inArray, lt, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import type { generationApi } from "@/features/generation/contract";
import type { GenerationType } from "@/features/generation/schema";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import type { Context, Jobs } from "../context.ts";
import { categories, contentItems, groups, scheduledPosts } from "../db/schema.ts";
import { fieldRefusal, Refusal } from "../refusal.ts";
import { findCategory } from "./categories.ts";
import { findGroup } from "./groups.ts";
import { dailyQuota, missingForQuota, quotaOf, utcDay } from "./quota.ts";
import { existing, rowId } from "./rows.ts";

type Queued = WireOf<typeof generationApi.trigger>;

/** Each category's pool and today's schedule compared with its quota, oldest category first. */
export async function generationStatus(
  context: Context,
  groupId: Id,
): Promise<WireOf<typeof generationApi.status>> {
  const { db } = context;
  const today = db
    .select({ posts: postsOfQuota })
    .from(scheduledPosts)
    .where(and(eq(scheduledPosts.category_id, categories.id), isOfToday(context)));
  // One query, because every visit of a pool runs it. Left joins: a group without categories has a
  // row.
  const rows = await db
    .select({
      group: { name: groups.name, focus_media_type: groups.focus_media_type },
      category: categories,
      active: count(contentItems.id),
      unused:
        sql`count(${contentItems.id}) filter (where ${contentItems.last_used_at} is null)`.mapWith(
          Number,
        ),
      scheduled: sql`(${today})`.mapWith(Number),
    })
    .from(groups)
    .leftJoin(categories, eq(categories.group_id, groups.id))
    .leftJoin(
      contentItems,
      and(eq(contentItems.category_id, categories.id), eq(contentItems.is_active, true)),
    )
    .where(eq(groups.id, rowId(groupId)))
    .groupBy(groups.id, categories.id)
    .orderBy(asc(categories.id));
  const { group } = existing(rows, "group");

  const lines = rows.flatMap(({ category, active, unused, scheduled }) => {
    if (category === null) return [];
    const quota = dailyQuota(category);
    return [
      {
        category_id: category.id,
        category_name: category.name,
        active_pool_count: active,
        unused_pool_count: unused,
        daily_quota: quota,
        posts_scheduled_today: scheduled,
        missing_for_quota: missingForQuota(quota, scheduled),
      },
    ];
  });
  return {
    group_name: group.name,
    group_focus_media_type: group.focus_media_type,
    total_missing_for_quota: lines.reduce((sum, line) => sum + line.missing_for_quota, 0),
    categories: lines,
  };
}

/** By category id, the number of posts that are due or published on this UTC day. */
export async function scheduledToday(
  context: Context,
  categoryIds: number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await context.db
    .select({ id: scheduledPosts.category_id, posts: postsOfQuota })
    .from(scheduledPosts)
    .where(and(inArray(scheduledPosts.category_id, categoryIds), isOfToday(context)))
    .groupBy(scheduledPosts.category_id);
  return new Map(rows.flatMap(({ id, posts }) => (id === null ? [] : [[id, posts]])));
}

/** One post on three accounts counts once. */
const postsOfQuota = countDistinct(scheduledPosts.queue_item_id);

/** Due or published on this UTC day; failed posts do not count. */
function isOfToday({ ports }: Context) {
  const { from, to } = utcDay(ports.clock.now());
  const moment = sql`coalesce(${scheduledPosts.published_at}, ${scheduledPosts.publish_at})`;
  return and(
    // As ISO text: Drizzle cannot map a Date for a raw SQL expression.
    gte(moment, from.toISOString()),
    lt(moment, to.toISOString()),
    ne(scheduledPosts.status, "failed"),
  );
}

export async function triggerGeneration(
  context: Context,
  categoryId: Id,
  { num_posts, type }: z.output<typeof generationApi.trigger.query>,
): Promise<Queued> {
  const category = await findCategory(context, categoryId);
  const taskId = randomUUID();
  await context.enqueue("generate", { taskId, categoryId: category.id, count: num_posts, type });
  return {
    message: `Generation of ${posts(num_posts, type)} for ${category.name} is queued.`,
    task_id: taskId,
  };
}

/** Queues a day's quota for every active category; 409 if none has a quota of that kind. */
export async function triggerGroupQuota(
  context: Context,
  groupId: Id,
  type: GenerationType,
): Promise<Queued> {
  const group = await findGroup(context, groupId);
  const active = await context.db
    .select()
    .from(categories)
    .where(and(eq(categories.group_id, group.id), eq(categories.daily_generation_active, true)))
    .orderBy(asc(categories.id));
  const withQuota = active.filter((category) => quotaOf(category, type) > 0);
  if (withQuota.length === 0) {
    throw new Refusal(
      409,
      `No active category of this group has ${type} posts in its daily quota.`,
    );
  }
  const taskId = randomUUID();
  for (const category of withQuota) {
    const work = { taskId, categoryId: category.id, count: quotaOf(category, type), type };
    await context.enqueue("generate", work);
  }
  const total = withQuota.reduce((sum, category) => sum + quotaOf(category, type), 0);
  const where = withQuota.length === 1 ? "1 category" : `${withQuota.length} categories`;
  return { message: `Generation of ${posts(total, type)} in ${where} is queued.`, task_id: taskId };
}

/** Queues one post with the given text, which is approved without review. */
export async function generateAndApprove(
  context: Context,
  body: z.output<typeof generationApi.generateAndApprove.body>,
): Promise<Queued> {
  const group = await findGroup(context, body.account_group_id);
  const category = await findCategory(context, body.content_category_id);
  if (category.group_id !== group.id) {
    throw fieldRefusal("content_category_id", "This category belongs to another group.");
  }
  const taskId = randomUUID();
  await context.enqueue("generate", {
    taskId,
    categoryId: category.id,
    count: 1,
    type: body.prompt ? "image" : "text",
    given: { text: body.text_content, prompt: body.prompt },
  });
  return { message: `Generation of 1 post for ${category.name} is queued.`, task_id: taskId };
}

/**
 * The origins of a job's posts, in order. A queue item with an origin means that post is generated.
 */
export const originsOf = (work: Jobs["generate"]): string[] =>
  Array.from({ length: work.count }, (_, turn) => originOf(work, turn));

export const originOf = ({ taskId, categoryId }: Jobs["generate"], turn: number) =>
  `${taskId}:${categoryId}:${turn}`;

const posts = (number: number, type: GenerationType) =>
  `${number} ${type} ${number === 1 ? "post" : "posts"}`;
