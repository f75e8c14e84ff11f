import { and, asc, desc, eq, getTableColumns, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { platforms } from "@/entities/account/platforms";
import type { schedulerApi } from "@/features/scheduler/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import type { Context, Db } from "../context.ts";
import { keysWithJob } from "../db/job-table.ts";
import {
  accounts,
  categories,
  type postStatuses,
  queueItems,
  scheduledPosts,
} from "../db/schema.ts";
import { Refusal } from "../refusal.ts";
import { isUsable, leftOutInWords, unusableInWords, whyUnusable } from "./account-health.ts";
import type { AccountRow } from "./accounts.ts";
import { type CategoryRow, findCategory } from "./categories.ts";
import { accountsWithContent } from "./duplicates.ts";
import { type PostKind, restOfDay } from "./quota.ts";
import { existing, iso, isUniqueViolation, rowId } from "./rows.ts";

export type QueueRow = typeof queueItems.$inferSelect;
export type PostRow = typeof scheduledPosts.$inferSelect;
type PostOnWire = WireOf<typeof schedulerApi.upcoming>[number];
type Status = (typeof postStatuses)[number];

/** The shortest time between an approval and its post, and between two posts of an account, in ms. */
const approvalDelay = 60_000;
const postInterval = 30 * 60_000;

/**
 * Schedules an approved item on every suitable account, each at its next free time. Accounts that its
 * content has been posted on meanwhile, and those that cannot be used, are left out; the sentence that
 * says so is returned. Without a suitable account it stays approved and unscheduled, until the planner
 * finds one.
 */
export async function scheduleSoon(context: Context, item: QueueRow): Promise<string | null> {
  const { db, ports, speed } = context;
  const category = await findCategory(context, item.category_id ?? 0);
  const active = await enabledAccounts(db, category);
  const out = await accountsWithContent(db, item);
  const decided = active
    .filter((account) => takes(account, item))
    .map((account) => ({
      account,
      why: out.has(account.id) ? "this content is there, or on its way" : whyUnusable(account),
    }));
  const suitable = decided.flatMap(({ account, why }) => (why ? [] : account));
  const earliest = ports.clock.now().getTime() + approvalDelay / speed;
  for (const account of suitable) {
    const taken = await db
      .select({ at: scheduledPosts.publish_at })
      .from(scheduledPosts)
      .where(and(eq(scheduledPosts.account_id, account.id), eq(scheduledPosts.status, "scheduled")))
      .orderBy(asc(scheduledPosts.publish_at));
    const times = taken.map(({ at }) => at.getTime());
    const at = new Date(nextFreeTime(earliest, times, postInterval / speed));
    await schedulePost(context, item, category, account, at);
  }
  return leftOutInWords(decided.flatMap(({ account, why }) => (why ? [{ account, why }] : [])));
}

/**
 * Matches approved items without a post on any account. Literal, so that the partial index
 * `queue_items_waiting` applies.
 */
export const isWaiting = sql`${queueItems.status} = 'approved' and not ${queueItems.is_scheduled}`;

/**
 * The first time from `earliest` that is at least `apart` from each taken time. `taken` is
 * ascending.
 */
export function nextFreeTime(earliest: number, taken: readonly number[], apart: number): number {
  return taken.reduce((time, at) => (Math.abs(at - time) < apart ? at + apart : time), earliest);
}

/** The accounts that the category's posts are scheduled on: enabled, and usable. */
export const suitableAccounts = async (db: Db, category: CategoryRow): Promise<AccountRow[]> =>
  (await enabledAccounts(db, category)).filter(isUsable);

/**
 * The active accounts of the category's group on its enabled platforms. Locked until the transaction
 * ends, so that two concurrent approvals do not get the same time.
 */
function enabledAccounts(db: Db, category: CategoryRow): Promise<AccountRow[]> {
  const enabled = category.enabled_platforms;
  return db
    .select()
    .from(accounts)
    .where(
      and(
        eq(accounts.group_id, category.group_id),
        eq(accounts.is_active, true),
        // Untyped SQL: a newer console may have stored platforms that this server does not know.
        enabled === null ? undefined : inArray(sql`${accounts.platform_type}`, enabled),
      ),
    )
    .orderBy(asc(accounts.id))
    .for("update");
}

/** Returns true if the account's platform takes the post: some require an image or a video. */
export const takes = (
  { platform_type }: Pick<AccountRow, "platform_type">,
  { image_url, video_url }: Pick<QueueRow, "image_url" | "video_url">,
) => !platforms[platform_type].needsMedia || image_url !== null || video_url !== null;

/** The same for every post of a kind. */
export const takesKind = ({ platform_type }: Pick<AccountRow, "platform_type">, kind: PostKind) =>
  !platforms[platform_type].needsMedia || kind !== "text";

/**
 * Inserts a post of an approved item on one account, and queues the job that publishes it. Does
 * nothing if a post of the same content is on its way to the account.
 */
export async function schedulePost(
  { db, enqueue }: Context,
  item: QueueRow,
  category: CategoryRow,
  account: AccountRow,
  at: Date,
): Promise<void> {
  const [post] = await db
    .insert(scheduledPosts)
    .values({
      queue_item_id: item.id,
      group_id: category.group_id,
      category_id: category.id,
      account_id: account.id,
      content_item_id: item.content_item_id,
      platform_type: account.platform_type,
      platform_username: account.platform_username,
      publish_at: at,
    })
    .onConflictDoNothing()
    .returning({ id: scheduledPosts.id, platform_type: scheduledPosts.platform_type });
  if (post) await enqueuePublish({ enqueue }, post, at);
}

/** Enqueues the job that publishes the post, unless one is waiting already. */
export const enqueuePublish = (
  { enqueue }: Pick<Context, "enqueue">,
  { id, platform_type }: Pick<PostRow, "id" | "platform_type">,
  at: Date,
) =>
  enqueue(
    "publish",
    { postId: id },
    { startAfter: at, singletonKey: publishKey(id), lane: platform_type },
  );

const publishKey = (id: number) => `publish:${id}`;

/** Literal, so that the partial index `scheduled_posts_upcoming` applies. */
const isUpcoming = sql`${scheduledPosts.status} in ('scheduled', 'publishing')`;

/** Soonest first, then by id, so that no record is skipped or repeated between pages. */
export async function listUpcoming(
  { db }: Context,
  { skip, limit }: z.output<typeof schedulerApi.upcoming.query>,
): Promise<PostOnWire[]> {
  const order = [asc(scheduledPosts.publish_at), asc(scheduledPosts.id)];
  // Skip in the index alone: joined first, every skipped post would be read.
  const page = db
    .select({ id: scheduledPosts.id })
    .from(scheduledPosts)
    .where(isUpcoming)
    .orderBy(...order)
    .limit(limit)
    .offset(skip);
  const rows = await posts(db, inArray(scheduledPosts.id, page)).orderBy(...order);
  return rows.map(postOnWire);
}

/** Up to 200 failed and unknown posts, the next 20, and the last 20 published. */
export async function schedulerStatus(
  context: Context,
): Promise<WireOf<typeof schedulerApi.status>> {
  const { db } = context;
  const ofStatus = (...statuses: Status[]) => posts(db, inArray(scheduledPosts.status, statuses));
  const failed = await ofStatus("failed", "unknown")
    .orderBy(desc(scheduledPosts.publish_at), desc(scheduledPosts.id))
    .limit(200);
  const published = await ofStatus("published")
    .orderBy(desc(scheduledPosts.published_at), desc(scheduledPosts.id))
    .limit(20);
  return {
    failed_posts: failed.map(postOnWire),
    upcoming_posts: await listUpcoming(context, { skip: 0, limit: 20 }),
    recently_published: published.map(postOnWire),
  };
}

/**
 * Makes a failed post due immediately; 409 for other posts, so that nothing is published twice. An
 * unknown post, which may be live, needs `confirm_unknown`: the operator confirms that it is not.
 */
export async function retryPost(
  { db, ports, enqueue }: Context,
  id: Id,
  { confirm_unknown }: z.output<typeof schedulerApi.retry.query>,
): Promise<WireOf<typeof schedulerApi.retry>> {
  const key = rowId(id);
  const now = ports.clock.now();
  await refuseDuplicate(db, key);
  const retry = db
    .update(scheduledPosts)
    .set({
      status: "scheduled",
      publish_at: now,
      error: null,
      retry_count: sql`${scheduledPosts.retry_count} + 1`,
    })
    .where(
      and(
        eq(scheduledPosts.id, key),
        inArray(scheduledPosts.status, confirm_unknown ? ["failed", "unknown"] : ["failed"]),
      ),
    )
    .returning({ id: scheduledPosts.id, platform_type: scheduledPosts.platform_type });
  const [retried] = await retry.catch((error: unknown) => {
    // A post of the same content was scheduled since the check.
    throw isUniqueViolation(error) ? new Refusal(409, isDuplicate) : error;
  });
  if (!retried) {
    const rows = await db.select().from(scheduledPosts).where(eq(scheduledPosts.id, key));
    throw new Refusal(409, whyNoRetry[existing(rows, "post").status]);
  }
  await enqueuePublish({ enqueue }, retried, now);
  return { message: "The post is queued again." };
}

const isDuplicate =
  "Another post of this content is scheduled on this account, is public there or may be.";

/** 409 if the content of a post that did not go out is on its way to its account, or public there. */
async function refuseDuplicate(db: Db, id: number) {
  const [found] = await db
    .select({ item: queueItems, account: scheduledPosts.account_id })
    .from(scheduledPosts)
    .innerJoin(queueItems, eq(queueItems.id, scheduledPosts.queue_item_id))
    .where(and(eq(scheduledPosts.id, id), inArray(scheduledPosts.status, ["failed", "unknown"])));
  if (!found || found.account === null) return;
  const out = await accountsWithContent(db, found.item);
  if (out.has(found.account)) throw new Refusal(409, isDuplicate);
}

const whyNoRetry: Readonly<Record<Status, string>> = {
  scheduled: "This post is already scheduled.",
  publishing: "This post is being published.",
  published: "This post is already published.",
  failed: "This post has just been changed. Try again.",
  unknown: "This post may already be live: check the profile.",
};

export async function queuePlanner({
  db,
  enqueue,
  ports,
}: Context): Promise<WireOf<typeof schedulerApi.runDailyPlanner>> {
  await enqueue("plan-day", {}, { singletonKey: "plan-day" });
  if (!restOfDay(ports.clock.now())) {
    return {
      message: "The daily planner is queued, but it schedules nothing for today after 20:00 UTC.",
    };
  }
  const active = await db
    .selectDistinctOn([accounts.id], getTableColumns(accounts))
    .from(accounts)
    .innerJoin(categories, eq(categories.group_id, accounts.group_id))
    .where(and(eq(accounts.is_active, true), eq(categories.daily_generation_active, true)))
    .orderBy(asc(accounts.id));
  const left = unusableInWords(active);
  return { message: ["The daily planner is queued.", left].filter(Boolean).join(" ") };
}

/**
 * For every minute: queues a job for every post that is due and has none, because its own was lost or
 * has failed for good. Returns how many.
 */
export async function enqueueDue({ db, ports, enqueue }: Context): Promise<number> {
  const now = ports.clock.now();
  const due = await db
    .select({ id: scheduledPosts.id, platform_type: scheduledPosts.platform_type })
    .from(scheduledPosts)
    .where(and(eq(scheduledPosts.status, "scheduled"), lte(scheduledPosts.publish_at, now)));
  if (due.length === 0) return 0;
  const known = await keysWithJob(
    db,
    "publish",
    due.map(({ id }) => publishKey(id)),
  );
  const lost = due.filter(({ id }) => !known.has(publishKey(id)));
  for (const post of lost) await enqueuePublish({ enqueue }, post, now);
  return lost.length;
}

/** Overdue: still scheduled so many milliseconds after its time. */
const overdueAfter = 2 * 60_000;

/** The number of posts that should have been published and were not tried. */
export async function countOverdue(db: Db, now: Date): Promise<number> {
  const limit = new Date(now.getTime() - overdueAfter);
  return db.$count(
    scheduledPosts,
    and(eq(scheduledPosts.status, "scheduled"), lt(scheduledPosts.publish_at, limit)),
  );
}

/** Only the columns that are returned: these lists are on the screens opened most. */
const onPost = {
  id: scheduledPosts.id,
  status: scheduledPosts.status,
  platform_type: scheduledPosts.platform_type,
  platform_username: scheduledPosts.platform_username,
  publish_at: scheduledPosts.publish_at,
  published_at: scheduledPosts.published_at,
  retry_count: scheduledPosts.retry_count,
  error: scheduledPosts.error,
  published_post_url: scheduledPosts.published_post_url,
};
const onItem = {
  id: queueItems.id,
  text_content: queueItems.text_content,
  image_url: queueItems.image_url,
  video_url: queueItems.video_url,
  thumbnail_url: queueItems.thumbnail_url,
  media_type: queueItems.media_type,
};

const posts = (db: Db, where: SQL) =>
  db
    .select({ post: onPost, item: onItem, account_error: accounts.last_known_error })
    .from(scheduledPosts)
    .innerJoin(queueItems, eq(queueItems.id, scheduledPosts.queue_item_id))
    .leftJoin(accounts, eq(accounts.id, scheduledPosts.account_id))
    .where(where)
    .$dynamic();

type Joined = {
  post: Pick<PostRow, keyof typeof onPost>;
  item: Pick<QueueRow, keyof typeof onItem>;
  account_error: string | null;
};

const postOnWire = ({ post, item, account_error }: Joined): PostOnWire => ({
  id: post.id,
  status: post.status,
  publish_at: iso(post.published_at ?? post.publish_at),
  retry_count: post.retry_count,
  published_post_url: post.published_post_url,
  social_account: {
    platform_type: post.platform_type,
    platform_username: post.platform_username,
    // The post's own error is more specific than the account's last one.
    last_known_error: post.error ?? account_error,
  },
  content_queue_item: item,
});
