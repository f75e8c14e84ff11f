import { randomUUID } from "node:crypto";
import {
  and,
  asc,
  count,
  eq,
  exists,
  gte,
  inArray,
  lt,
  ne,
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { generationApi } from "@/features/generation/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import type { Context } from "../context.ts";
import { unfinished } from "../db/job-table.ts";
import { categories, queueItems, scheduledPosts } from "../db/schema.ts";
import type { CategoryRow } from "./categories.ts";
import { originOf, originsOf } from "./generation.ts";
import { findGroup } from "./groups.ts";
import {
  dailyQuota,
  missingForQuota,
  type PerDay,
  type PostKind,
  postKinds,
  quotaOf,
  utcDay,
} from "./quota.ts";
import { existing, isAnyOf, rowId } from "./rows.ts";

type Queued = WireOf<typeof generationApi.fillCategoryQuota>;

/** How many posts of each kind. */
export type Kinds = { readonly [Kind in PostKind]: number };

/**
 * Queues the posts that are missing for a category's quota of today, even if it does not generate
 * daily.
 */
export async function fillCategoryQuota(context: Context, id: Id): Promise<Queued> {
  const locked = await lockCategories(context, eq(categories.id, rowId(id)));
  const category = existing(locked, "category");
  if (dailyQuota(category) === 0) {
    return { message: `Nothing is missing in ${category.name}: it has no daily quota.` };
  }
  const { taskId, total } = await fill(context, [category]);
  return sum(total) === 0
    ? { message: `Nothing is missing in ${category.name} today: ${provided}.` }
    : {
        message: `Generation of ${inWords(total)} for ${category.name} is queued.`,
        task_id: taskId,
      };
}

/** Queues the missing posts for every category of the group that generates daily. */
export async function fillGroupQuota(context: Context, groupId: Id): Promise<Queued> {
  const group = await findGroup(context, groupId);
  const active = and(
    eq(categories.group_id, group.id),
    eq(categories.daily_generation_active, true),
  );
  const { taskId, total, lacked } = await fill(context, await lockCategories(context, active));
  if (lacked === 0) return { message: `Nothing is missing in ${group.name} today: ${provided}.` };
  const where = lacked === 1 ? "1 category" : `${lacked} categories`;
  return { message: `Generation of ${inWords(total)} in ${where} is queued.`, task_id: taskId };
}

const provided = "the quota is scheduled, waits for approval or is being made";

/**
 * Locks the categories until the transaction ends: a concurrent fill waits, then counts the jobs that
 * are queued here instead of queueing them twice.
 */
const lockCategories = ({ db }: Context, where: SQL | undefined): Promise<CategoryRow[]> =>
  db.select().from(categories).where(where).orderBy(asc(categories.id)).for("update");

/** Returns the task id, the number of queued posts, and in how many categories. */
async function fill(context: Context, wanted: readonly CategoryRow[]) {
  const taskId = randomUUID();
  const known = await countedForToday(
    context,
    wanted.map(({ id }) => id),
  );
  const fills = wanted.map((category) => ({
    category,
    kinds: missingPosts(category, known.get(category.id) ?? none),
  }));
  for (const { category, kinds } of fills) {
    for (const type of postKinds) {
      if (kinds[type] === 0) continue;
      // A task per kind: with one task the posts of two kinds would have the same origins.
      const work = { taskId: `${taskId}-${type}`, categoryId: category.id, type };
      await context.enqueue("generate", { ...work, count: kinds[type] });
    }
  }
  return {
    taskId,
    total: fills.reduce((all, { kinds }) => plus(all, kinds), none),
    lacked: fills.filter(({ kinds }) => sum(kinds) > 0).length,
  };
}

const none: Kinds = { image: 0, video: 0, text: 0 };
const sum = (kinds: Kinds) => kinds.image + kinds.video + kinds.text;
const plus = (one: Kinds, other: Kinds): Kinds => ({
  image: one.image + other.image,
  video: one.video + other.video,
  text: one.text + other.text,
});

/** The posts to generate: as many as the whole quota lacks, of the kinds that have too few. */
export function missingPosts(perDay: PerDay, known: Kinds): Kinds {
  let left = missingForQuota(dailyQuota(perDay), sum(known));
  const take = (kind: PostKind) => {
    const taken = Math.min(left, missingForQuota(quotaOf(perDay, kind), known[kind]));
    left -= taken;
    return taken;
  };
  return { image: take("image"), video: take("video"), text: take("text") };
}

const listed = new Intl.ListFormat("en");

const inWords = (kinds: Kinds) =>
  listed.format(
    postKinds.flatMap((kind) =>
      kinds[kind] > 0 ? `${kinds[kind]} ${kind} ${kinds[kind] === 1 ? "post" : "posts"}` : [],
    ),
  );

/**
 * The posts that count for today, by category and kind: posts due or published today; posts generated
 * today that were neither rejected nor failed; approved posts without an account; and posts that
 * running jobs will generate.
 */
async function countedForToday(
  context: Context,
  ids: number[],
): Promise<ReadonlyMap<number, Kinds>> {
  // In this order a post that is generated between the two reads counts twice; in the other it
  // would not count at all, and too many would be queued.
  const pending = await pendingPosts(context, ids);
  const generated = await generatedPosts(context, ids);
  const known = new Map<number, Kinds>();
  for (const { categoryId, kind, posts } of [...pending, ...generated]) {
    known.set(categoryId, plus(known.get(categoryId) ?? none, { ...none, [kind]: posts }));
  }
  return known;
}

type Counted = { readonly categoryId: number; readonly kind: PostKind; readonly posts: number };

/** Posts that queued or running jobs have still to generate. */
async function pendingPosts({ db }: Context, ids: readonly number[]): Promise<Counted[]> {
  const jobs = await unfinished(db, "generate");
  // By origin: a job and its successor for the remaining posts exist together for a moment.
  const tasks = new Map(jobs.map((work) => [originOf(work, 0), work]));
  const ours = [...tasks.values()].filter(({ categoryId }) => ids.includes(categoryId));
  const made = await db
    .select({ origin: queueItems.origin })
    .from(queueItems)
    .where(isAnyOf(queueItems.origin, ours.flatMap(originsOf)));
  const origins = new Set(made.map(({ origin }) => origin));
  return ours.map((work) => ({
    categoryId: work.categoryId,
    kind: work.type,
    posts: originsOf(work).filter((origin) => !origins.has(origin)).length,
  }));
}

async function generatedPosts({ db, ports }: Context, ids: number[]): Promise<Counted[]> {
  const { from, to } = utcDay(ports.clock.now());
  const moment = sql`coalesce(${scheduledPosts.published_at}, ${scheduledPosts.publish_at})`;
  const posts = (where?: SQL) =>
    db
      .select({ one: sql`1` })
      .from(scheduledPosts)
      .where(and(eq(scheduledPosts.queue_item_id, queueItems.id), where));
  const alive = ne(scheduledPosts.status, "failed");
  // As ISO text: Drizzle cannot map a Date for a raw SQL expression.
  const isToday = and(gte(moment, from.toISOString()), lt(moment, to.toISOString()));
  const madeToday = and(gte(queueItems.created_at, from), lt(queueItems.created_at, to));
  const withoutPosts = not(exists(posts()));
  const kind = sql<PostKind>`coalesce(${queueItems.media_type}, 'text')`;
  const rows = await db
    .select({ categoryId: queueItems.category_id, kind, posts: count() })
    .from(queueItems)
    .where(
      and(
        inArray(queueItems.category_id, ids),
        or(
          exists(posts(and(alive, isToday))),
          and(eq(queueItems.status, "pending_approval"), madeToday),
          and(eq(queueItems.status, "approved"), madeToday, exists(posts(alive))),
          and(eq(queueItems.status, "approved"), withoutPosts),
        ),
      ),
    )
    .groupBy(queueItems.category_id, kind);
  return rows.flatMap(({ categoryId, ...row }) =>
    categoryId === null ? [] : { categoryId, ...row },
  );
}
