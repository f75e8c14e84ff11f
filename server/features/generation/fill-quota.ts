import { randomUUID } from "node:crypto";
import { and, asc, eq, type SQL } from "drizzle-orm";
import type { generationApi } from "@/features/generation/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { categories } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import { findGroup } from "../../kernel/find-group.ts";
import { postFormats } from "../../kernel/generation-work.ts";
import { rowId } from "../../kernel/ids.ts";
import { locking } from "../../kernel/locks.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { counted } from "../../kernel/sentences.ts";
import { existing } from "../../kernel/sql.ts";
import type { CategoryRow } from "../categories/index.ts";
import { providedByPool, providedToday } from "./day-quota.ts";
import { dailyQuota, inWords, missingPosts, noPosts, plus, total } from "./quota.ts";

type Queued = WireOf<typeof generationApi.fillCategoryQuota>;

/**
 * Queues the posts that are missing for a category's quota of today, even if it does not generate
 * daily. 409 if it has no quota of any kind.
 */
export async function fillCategoryQuota(context: Context, id: Id): Promise<Queued> {
  const locked = await lockCategories(context, eq(categories.id, rowId(id)));
  const category = existing(locked, "category");
  if (dailyQuota(category) === 0) {
    throw new Refusal(409, "This category has no image posts quota set.");
  }
  const { taskId, queued } = await fill(context, [category]);
  return total(queued) === 0
    ? { message: `Nothing is missing in ${category.name} today: ${provided}.` }
    : {
        message: `Generation of ${inWords(queued)} for ${category.name} is queued.`,
        task_id: taskId,
      };
}

/**
 * Queues the missing posts for every category of the group that generates daily. 409 if none of them
 * has a quota.
 */
export async function fillGroupQuota(context: Context, groupId: Id): Promise<Queued> {
  const group = await findGroup(context, groupId);
  const active = and(
    eq(categories.group_id, group.id),
    eq(categories.daily_generation_active, true),
  );
  const wanted = await lockCategories(context, active);
  if (wanted.every((category) => dailyQuota(category) === 0)) {
    throw new Refusal(409, "No active category of this group has posts in its daily quota.");
  }
  const { taskId, queued, lacked } = await fill(context, wanted);
  if (lacked === 0) return { message: `Nothing is missing in ${group.name} today: ${provided}.` };
  const where = counted(lacked, "category", "categories");
  return { message: `Generation of ${inWords(queued)} in ${where} is queued.`, task_id: taskId };
}

/**
 * Queues what the pools do not provide for today's quotas of these categories, if they generate
 * daily, so that an empty pool does not stay empty. Posts that wait for approval count whenever
 * they were made: they must not pile up while nobody approves. Returns how many posts are queued.
 */
export async function fillDaily(context: Context, which: SQL | undefined): Promise<number> {
  const wanted = await lockCategories(
    context,
    and(eq(categories.daily_generation_active, true), which),
  );
  const { queued } = await fill(context, wanted, (ids) => providedByPool(context, ids));
  return total(queued);
}

const provided = "the quota is scheduled, waits for approval or is being made";

/**
 * Locks the categories until the transaction ends: a concurrent fill waits, then counts the jobs that
 * are queued here instead of queueing them twice.
 */
const lockCategories = ({ db }: Context, where: SQL | undefined): Promise<CategoryRow[]> =>
  locking(
    db,
    "category",
    db.select().from(categories).where(where).orderBy(asc(categories.id)).for("no key update"),
  );

/** Returns the task id, the number of queued posts, and in how many categories. */
async function fill(
  context: Context,
  wanted: readonly CategoryRow[],
  countProvided = (ids: number[]) => providedToday(context, ids),
) {
  const taskId = randomUUID();
  const known = await countProvided(wanted.map(({ id }) => id));
  const fills = wanted.map((category) => ({
    category,
    kinds: missingPosts(category, known.get(category.id) ?? noPosts),
  }));
  for (const { category, kinds } of fills) {
    for (const type of postFormats) {
      if (kinds[type] === 0) continue;
      // A task per kind: with one task the posts of two kinds would have the same origins.
      const work = { taskId: `${taskId}-${type}`, categoryId: category.id, type };
      await context.enqueue("generate", { ...work, count: kinds[type] });
    }
  }
  return {
    taskId,
    queued: fills.reduce((all, { kinds }) => plus(all, kinds), noPosts),
    lacked: fills.filter(({ kinds }) => total(kinds) > 0).length,
  };
}
