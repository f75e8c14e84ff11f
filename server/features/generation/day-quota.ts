import {
  and,
  count,
  countDistinct,
  eq,
  exists,
  gte,
  inArray,
  isNull,
  lt,
  ne,
  not,
  type SQL,
  sql,
} from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import { unfinished } from "../../db/job-table.ts";
import { contentItems, queueItems, scheduledPosts } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import type { PostFormat } from "../../kernel/generation-work.ts";
import { originOf, originsOf } from "../../kernel/generation-work.ts";
import { isAnyOf } from "../../kernel/sql.ts";
import { utcDay } from "../../kernel/times.ts";
import { hasContentOut } from "../duplicates/index.ts";
import { isUnscheduled } from "../scheduler/index.ts";
import { type FormatCounts, noPosts, plus } from "./quota.ts";

type ByCategory = ReadonlyMap<number, FormatCounts>;
type Counted = {
  readonly categoryId: number | null;
  readonly kind: PostFormat;
  readonly posts: number;
};

/** Returns the format of a post; one without media is a text. */
export const formatOf = ({ media_type }: typeof queueItems | typeof contentItems) =>
  sql<PostFormat>`coalesce(${media_type}, 'text')`;

/**
 * Counts, by category id, the posts that are due or published on this UTC day; failed ones do not
 * count. A post on three accounts counts once. The planner, the status and the filling of quotas all
 * use it.
 */
export const scheduledToday = (context: Context, categoryIds: number[]): Promise<ByCategory> =>
  scheduledWithin(context, categoryIds, utcDay(context.ports.clock.now()));

type Period = { readonly from: Date; readonly to: Date };

/** Returns the same for any period. */
export const scheduledWithin = async (...args: Parameters<typeof scheduledPostsWithin>) =>
  byCategory(await scheduledPostsWithin(...args));

async function scheduledPostsWithin(
  { db }: Context,
  categoryIds: number[],
  period: Period,
): Promise<Counted[]> {
  const kind = formatOf(queueItems);
  return db
    .select({
      categoryId: scheduledPosts.category_id,
      kind,
      posts: countDistinct(scheduledPosts.queue_item_id),
    })
    .from(scheduledPosts)
    .innerJoin(queueItems, eq(queueItems.id, scheduledPosts.queue_item_id))
    .where(and(inArray(scheduledPosts.category_id, categoryIds), isWithin(period)))
    .groupBy(scheduledPosts.category_id, kind);
}

/**
 * Counts, by category id, the posts that count for today: those scheduled today; posts generated
 * today that were neither rejected nor failed; approved posts without an account; and posts that
 * running jobs will generate.
 */
export const providedToday = async (context: Context, categoryIds: number[]) =>
  byCategory(await provided(context, categoryIds, isMadeToday(context)));

/**
 * Returns the same with the posts that have waited for approval since before today, and the unused pool.
 */
export async function providedByPool(context: Context, categoryIds: number[]): Promise<ByCategory> {
  // The pool first, as in `provided`: content leaves it when it is scheduled.
  const unused = await unusedContent(context, categoryIds);
  return byCategory([...unused, ...(await provided(context, categoryIds, undefined))]);
}

/**
 * Counts the posts that count for today; of those that wait for approval, the ones since
 * `pendingSince`.
 */
async function provided(
  context: Context,
  categoryIds: number[],
  pendingSince: SQL | undefined,
): Promise<Counted[]> {
  // In this order a post that is generated or scheduled between two reads counts twice; in another it
  // would not count at all, and too many would be queued.
  const pending = await pendingPosts(context, categoryIds);
  const queued = await queuedPosts(context, categoryIds, pendingSince);
  const today = utcDay(context.ports.clock.now());
  return [...pending, ...queued, ...(await scheduledPostsWithin(context, categoryIds, today))];
}

function byCategory(rows: readonly Counted[]): ByCategory {
  const known = new Map<number, FormatCounts>();
  for (const { categoryId, kind, posts } of rows) {
    if (categoryId === null) continue;
    known.set(categoryId, plus(known.get(categoryId) ?? noPosts, { ...noPosts, [kind]: posts }));
  }
  return known;
}

/** Returns the condition of a post that is due or published then and has not failed. */
function isWithin({ from, to }: Period) {
  const moment = sql`coalesce(${scheduledPosts.published_at}, ${scheduledPosts.publish_at})`;
  return and(
    // As ISO text: Drizzle cannot map a Date for a raw SQL expression.
    gte(moment, from.toISOString()),
    lt(moment, to.toISOString()),
    isAlive,
  );
}

const isAlive = ne(scheduledPosts.status, "failed");

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

/**
 * Matches unused content that the planner may schedule: it does not wait for approval, for an account
 * or for its time.
 */
export function isPlannable(db: Db) {
  const publishedPosts = db
    .select({ one: sql`1` })
    .from(scheduledPosts)
    .where(
      and(eq(scheduledPosts.queue_item_id, queueItems.id), eq(scheduledPosts.status, "published")),
    );
  const onItsWay = db
    .select({ one: sql`1` })
    .from(queueItems)
    .where(
      and(
        eq(queueItems.content_item_id, contentItems.id),
        ne(queueItems.status, "rejected"),
        not(exists(publishedPosts)),
      ),
    );
  return and(
    eq(contentItems.is_active, true),
    isNull(contentItems.last_used_at),
    not(exists(onItsWay)),
  );
}

async function unusedContent({ db }: Context, ids: number[]): Promise<Counted[]> {
  const kind = formatOf(contentItems);
  return db
    .select({ categoryId: contentItems.category_id, kind, posts: count() })
    .from(contentItems)
    .where(and(inArray(contentItems.category_id, ids), isPlannable(db)))
    .groupBy(contentItems.category_id, kind);
}

function isMadeToday({ ports }: Context) {
  const { from, to } = utcDay(ports.clock.now());
  return and(gte(queueItems.created_at, from), lt(queueItems.created_at, to));
}

/** Posts in the queue that count for today and have no post of today. */
async function queuedPosts(
  context: Context,
  ids: number[],
  pendingSince: SQL | undefined,
): Promise<Counted[]> {
  const { db } = context;
  const posts = (where: SQL | undefined) =>
    db
      .select({ one: sql`1` })
      .from(scheduledPosts)
      .where(and(eq(scheduledPosts.queue_item_id, queueItems.id), where));
  const itemsWhere = (where: SQL | undefined) =>
    db
      .select({ id: queueItems.id })
      .from(queueItems)
      .where(and(inArray(queueItems.category_id, ids), where));
  const hasNoneToday = not(exists(posts(isWithin(utcDay(context.ports.clock.now())))));
  // A union, because each part has an index of its own: one condition with `or` would read all items
  // that these categories ever had.
  const counted = union(
    itemsWhere(and(eq(queueItems.status, "pending_approval"), pendingSince, hasNoneToday)),
    itemsWhere(
      and(
        eq(queueItems.status, "approved"),
        isMadeToday(context),
        exists(posts(isAlive)),
        hasNoneToday,
      ),
    ),
    itemsWhere(and(isUnscheduled, not(hasContentOut(db)))),
  );
  const kind = formatOf(queueItems);
  return db
    .select({ categoryId: queueItems.category_id, kind, posts: count() })
    .from(queueItems)
    .where(inArray(queueItems.id, counted))
    .groupBy(queueItems.category_id, kind);
}
