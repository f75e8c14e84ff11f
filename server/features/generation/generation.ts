import { randomUUID } from "node:crypto";
import { and, asc, count, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { generationApi } from "@/features/generation/contract";
import type { GenerationType } from "@/features/generation/schema";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { categories, contentItems, groups } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import { findGroup } from "../../kernel/find-group.ts";
import { rowId } from "../../kernel/ids.ts";
import { fieldRefusal, Refusal } from "../../kernel/refusal.ts";
import { counted } from "../../kernel/sentences.ts";
import { existing } from "../../kernel/sql.ts";
import { findCategory } from "../categories/index.ts";
import { refuseIfPaused } from "../scheduler/index.ts";
import { scheduledToday } from "./day-quota.ts";
import {
  bulkFormat,
  dailyQuota,
  inWords,
  missingPosts,
  noPosts,
  plus,
  quotaOf,
  total,
} from "./quota.ts";
import { textsToday } from "./text-usage.ts";

type Queued = WireOf<typeof generationApi.trigger>;

/** Compares each category's pool and today's schedule with its quota, oldest category first. */
export async function generationStatus(
  context: Context,
  groupId: Id,
): Promise<WireOf<typeof generationApi.status>> {
  const { db } = context;
  // Left joins: a group without categories has a row.
  const rows = await db
    .select({
      group: { name: groups.name, focus_media_type: groups.focus_media_type },
      category: categories,
      active: count(contentItems.id),
      unused:
        sql`count(${contentItems.id}) filter (where ${contentItems.last_used_at} is null)`.mapWith(
          Number,
        ),
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

  const today = await scheduledToday(
    context,
    rows.flatMap(({ category }) => category?.id ?? []),
  );
  const lines = rows.flatMap(({ category, active, unused }) => {
    if (category === null) return [];
    const scheduled = today.get(category.id) ?? noPosts;
    return [
      {
        category_id: category.id,
        category_name: category.name,
        active_pool_count: active,
        unused_pool_count: unused,
        daily_quota: dailyQuota(category),
        posts_scheduled_today: total(scheduled),
        missing_for_quota: total(missingPosts(category, scheduled)),
      },
    ];
  });
  const texts = await textsToday(context);
  return {
    group_name: group.name,
    group_focus_media_type: group.focus_media_type,
    total_missing_for_quota: lines.reduce((sum, line) => sum + line.missing_for_quota, 0),
    categories: lines,
    ...(texts && { texts_today: texts }),
  };
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
    message: `Generation of ${counted(num_posts, `${type} post`)} for ${category.name} is queued.`,
    task_id: taskId,
  };
}

/**
 * Queues a day's quota for every active category; 409 if none has a quota of that kind. Posts with
 * media are videos where the group's focus is video and the category has a quota of them.
 */
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
  const withQuota = active
    .map((category) => ({ category, kind: bulkFormat(category, type, group.focus_media_type) }))
    .filter(({ category, kind }) => quotaOf(category, kind) > 0);
  if (withQuota.length === 0) {
    throw new Refusal(
      409,
      `No active category of this group has ${type} posts in its daily quota.`,
    );
  }
  const taskId = randomUUID();
  let queued = noPosts;
  for (const { category, kind } of withQuota) {
    const count = quotaOf(category, kind);
    await context.enqueue("generate", { taskId, categoryId: category.id, count, type: kind });
    queued = plus(queued, { ...noPosts, [kind]: count });
  }
  const where = counted(withQuota.length, "category", "categories");
  return { message: `Generation of ${inWords(queued)} in ${where} is queued.`, task_id: taskId };
}

/**
 * Queues one post with the given text, which is approved without review. 409 while the group is paused.
 */
export async function generateAndApprove(
  context: Context,
  body: z.output<typeof generationApi.generateAndApprove.body>,
): Promise<Queued> {
  const group = await findGroup(context, body.account_group_id);
  await refuseIfPaused(context.db, group.id);
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
    given: { text: body.text_content, prompt: body.prompt, by: context.by },
  });
  return { message: `Generation of 1 post for ${category.name} is queued.`, task_id: taskId };
}
