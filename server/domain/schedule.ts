import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
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
  groups,
  type postStatuses,
  queueItems,
  scheduledPosts,
} from "../db/schema.ts";
import type { World } from "../ports/world.ts";
import { Refusal } from "../refusal.ts";
import { isUsable, unusableInWords, waitsForCredentials, whyUnusable } from "./account-health.ts";
import { notePosts } from "./activity.ts";
import { type CategoryRow, findCategory } from "./categories.ts";
import { accountsWithContent } from "./duplicates.ts";
import { findGroup, type GroupRow } from "./groups.ts";
import { isNotPaused, isPaused, keepGroupOfPost } from "./paused.ts";
import type { AccountRow } from "./platform-account.ts";
import { slotsFrom } from "./publishing-times.ts";
import { type PostKind, restOfDay } from "./quota.ts";
import { existing, isAnyOf, iso, isUniqueViolation, rowId, timeOf } from "./rows.ts";

export type QueueRow = typeof queueItems.$inferSelect;
export type PostRow = typeof scheduledPosts.$inferSelect;
type PostOnWire = WireOf<typeof schedulerApi.upcoming>[number];
type Status = (typeof postStatuses)[number];

/** The shortest time between two posts of an account in a group without publishing times, in ms. */
const postInterval = 30 * 60_000;

/** Where and when an operator wants a post: null is as the category says, and at the next slot. */
export type Wanted = {
  readonly at: Date | null;
  readonly accountIds: readonly number[] | null;
};

type LeftOut = { readonly account: AccountRow; readonly why: string };

export type Scheduling = {
  readonly made: readonly PostRow[];
  readonly left: readonly LeftOut[];
};

/**
 * Schedules an approved item on the wanted accounts, or else on every account of its category that
 * takes it, each at the wanted time, or else at its next free one. Accounts that its content has been
 * posted on meanwhile, and those that cannot be used, are left out. Without a suitable account it stays
 * approved and unscheduled, until the planner finds one.
 */
export async function scheduleSoon(
  context: Context,
  item: QueueRow,
  { at, accountIds }: Wanted = { at: null, accountIds: null },
): Promise<Scheduling> {
  const { db } = context;
  const category = await findCategory(context, item.category_id ?? 0);
  const group = await findGroup(context, category.group_id);
  const candidates = accountIds
    ? await chosenAccounts(db, category, accountIds)
    : (await enabledAccounts(db, category)).filter((account) => takes(account, item));
  const out = await accountsWithContent(db, item);
  const decided = candidates.map((account) => ({
    account,
    why: whyNot(context, account, item, out),
  }));
  const made: PostRow[] = [];
  for (const { account, why } of decided) {
    if (why) continue;
    const time = at ?? (await nextSlot(context, group, account));
    const post = await schedulePost(context, item, category, account, time);
    if (post) made.push(post);
  }
  return { made, left: decided.flatMap(({ account, why }) => (why ? [{ account, why }] : [])) };
}

/** Why the account is left out of the item's posts; undefined if it is not. */
export function whyNot(
  { ports }: Context,
  account: AccountRow,
  item: QueueRow,
  out: ReadonlySet<number>,
) {
  if (!account.is_active) return "it is inactive";
  if (!takes(account, item)) return "it needs an image or video";
  return out.has(account.id) ? "it already has this content" : whyUnusable(account, ports.world);
}

/** The accounts of these ids; throws a 422 Refusal if one is not of the category's group. */
async function chosenAccounts(
  db: Db,
  { group_id }: CategoryRow,
  ids: readonly number[],
): Promise<AccountRow[]> {
  const chosen = await db
    .select()
    .from(accounts)
    .where(and(eq(accounts.group_id, group_id), isAnyOf(accounts.id, ids)))
    .orderBy(asc(accounts.id))
    .for("update");
  if (chosen.length < new Set(ids).size) {
    const msg = "An account is not in this group, or was removed.";
    throw new Refusal(422, [{ loc: ["query", "social_account_ids"], msg, type: "value_error" }]);
  }
  return chosen;
}

/** The account's next free time; a post that is moved does not take its own time. */
export async function nextSlotOn(
  context: Context,
  account: Pick<AccountRow, "id" | "group_id">,
  moved: Pick<PostRow, "id">,
): Promise<Date> {
  return nextSlot(context, await findGroup(context, account.group_id), account, moved);
}

/** The account's next free time after the group's notice. */
async function nextSlot(
  context: Context,
  group: GroupRow,
  { id }: Pick<AccountRow, "id">,
  moved?: Pick<PostRow, "id">,
): Promise<Date> {
  const taken = await takenTimes(context.db, [id], moved);
  return freeSlot(context, group, taken.get(id) ?? []);
}

/** When an approval at this moment would schedule a post on each account, by the account's id. */
export async function previewSlots(
  context: Context,
  of: readonly AccountRow[],
): Promise<ReadonlyMap<number, Date>> {
  if (of.length === 0) return new Map();
  const { db } = context;
  const groupIds = [...new Set(of.map(({ group_id }) => group_id))];
  const rows = await db.select().from(groups).where(isAnyOf(groups.id, groupIds));
  const byId = new Map(rows.map((group) => [group.id, group]));
  const ids = of.map(({ id }) => id);
  const taken = await takenTimes(db, ids);
  const slots = new Map<number, Date>();
  for (const { id, group_id } of of) {
    const group = byId.get(group_id);
    if (group) slots.set(id, freeSlot(context, group, taken.get(id) ?? []));
  }
  return slots;
}

/** The times of the accounts' scheduled posts in ms, ascending, by the account's id. */
async function takenTimes(
  db: Db,
  accountIds: readonly number[],
  moved?: Pick<PostRow, "id">,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await db
    .select({ account: scheduledPosts.account_id, at: scheduledPosts.publish_at })
    .from(scheduledPosts)
    .where(
      and(
        isAnyOf(scheduledPosts.account_id, accountIds),
        eq(scheduledPosts.status, "scheduled"),
        moved && ne(scheduledPosts.id, moved.id),
      ),
    )
    .orderBy(asc(scheduledPosts.publish_at));
  const byAccount = new Map<number, number[]>();
  for (const { account, at } of rows) {
    if (account === null) continue;
    const times = byAccount.get(account) ?? [];
    times.push(at.getTime());
    byAccount.set(account, times);
  }
  return byAccount;
}

/**
 * The first of the group's publishing times at which an account has no post, or else the first time with
 * a distance to its other posts. `taken` is ascending.
 */
function freeSlot(
  { ports, speed }: Context,
  { publishing_times, time_zone, notice_minutes }: GroupRow,
  taken: readonly number[],
): Date {
  const now = ports.clock.now().getTime();
  const notice = notice_minutes * 60_000;
  const sooner = (time: number) => now + (time - now) / speed;
  if (publishing_times) {
    const apart = slotApart / speed;
    // More slots than posts, so that one of them is free.
    for (const slot of slotsFrom({ publishing_times, time_zone }, now + notice)) {
      if (isFree(sooner(slot), taken, apart)) return new Date(sooner(slot));
    }
  }
  return new Date(nextFreeTime(sooner(now + notice), taken, postInterval / speed));
}

/** An account has at most one post at a publishing time, whatever its seconds. */
export const slotApart = 60_000;

/** Returns true if each taken time is at least `apart` from the time, in ms. */
export const isFree = (time: number, taken: readonly number[], apart: number) =>
  taken.every((at) => Math.abs(at - time) >= apart);

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
export const suitableAccounts = async ({ db, ports }: Context, category: CategoryRow) =>
  (await enabledAccounts(db, category)).filter((account) => isUsable(account, ports.world));

/** The same without a lock, for a preview. */
export const suitableAccountsNow = async ({ db, ports }: Context, category: CategoryRow) =>
  (await enabledAccountsNow(db, category)).filter((account) => isUsable(account, ports.world));

/**
 * The active accounts of the category's group on its enabled platforms. Locked until the transaction
 * ends, so that two concurrent approvals do not get the same time.
 */
const enabledAccounts = (db: Db, category: CategoryRow): Promise<AccountRow[]> =>
  enabledAccountsNow(db, category).for("update");

/** The same without a lock: the accounts that posts of the category are for. */
export function enabledAccountsNow(db: Db, category: CategoryRow) {
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
    .orderBy(asc(accounts.id));
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
 * Inserts a post of an approved item on one account, and queues the job that publishes it. Undefined,
 * without a post, if a post of the same content is on its way to the account.
 */
export async function schedulePost(
  { db, enqueue }: Context,
  item: QueueRow,
  category: CategoryRow,
  account: AccountRow,
  at: Date,
): Promise<PostRow | undefined> {
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
    .returning();
  if (post) await enqueuePublish({ enqueue }, post, at);
  return post;
}

/** Enqueues the job that publishes the post; one that waits for another time comes then. */
export const enqueuePublish = (
  { enqueue }: Pick<Context, "enqueue">,
  { id, platform_type }: Pick<PostRow, "id" | "platform_type">,
  at: Date,
) =>
  enqueue(
    "publish",
    { postId: id },
    { startAfter: at, singletonKey: publishKey(id), moves: true, lane: platform_type },
  );

const publishKey = (id: number) => `publish:${id}`;

/** Literal, so that the partial index `scheduled_posts_upcoming` applies. */
const isUpcoming = sql`${scheduledPosts.status} in ('scheduled', 'publishing')`;

/** Soonest first, then by id, so that no record is skipped or repeated between pages. */
export async function listUpcoming(
  { db, ports }: Context,
  { from, to, group_id, skip, limit }: z.output<typeof schedulerApi.upcoming.query>,
): Promise<PostOnWire[]> {
  const [earliest, latest] = [timeIn("from", from), timeIn("to", to)];
  const order = [asc(scheduledPosts.publish_at), asc(scheduledPosts.id)];
  // Skip in the index alone: joined first, every skipped post would be read.
  const page = db
    .select({ id: scheduledPosts.id })
    .from(scheduledPosts)
    .where(
      and(
        isUpcoming,
        earliest && gte(scheduledPosts.publish_at, earliest),
        latest && lt(scheduledPosts.publish_at, latest),
        ofGroup(group_id),
      ),
    )
    .orderBy(...order)
    .limit(limit)
    .offset(skip);
  const rows = await postsWhere(db, inArray(scheduledPosts.id, page)).orderBy(...order);
  return rows.map((row) => postOnWire(row, ports.world));
}

const ofGroup = (group: Id | undefined) =>
  group === undefined ? undefined : eq(scheduledPosts.group_id, rowId(group));

/** Throws a 422 Refusal unless the query's field is a time, or is missing. */
function timeIn(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = timeOf(text);
  if (time) return time;
  const msg = `${field} must be a time in ISO 8601, with its zone.`;
  throw new Refusal(422, [{ loc: ["query", field], msg, type: "value_error" }]);
}

/** Up to 200 failed and unknown posts, the next 20, and the last 20 published. */
export async function schedulerStatus(
  context: Context,
  { group_id }: z.output<typeof schedulerApi.status.query>,
): Promise<WireOf<typeof schedulerApi.status>> {
  const { db, ports } = context;
  const ofStatus = (...statuses: Status[]) =>
    postsWhere(db, and(inArray(scheduledPosts.status, statuses), ofGroup(group_id)));
  const failed = await ofStatus("failed", "unknown")
    .orderBy(desc(scheduledPosts.publish_at), desc(scheduledPosts.id))
    .limit(200);
  const published = await ofStatus("published")
    .orderBy(desc(scheduledPosts.published_at), desc(scheduledPosts.id))
    .limit(20);
  return {
    failed_posts: failed.map((row) => postOnWire(row, ports.world)),
    upcoming_posts: await listUpcoming(context, { group_id, skip: 0, limit: 20 }),
    recently_published: published.map((row) => postOnWire(row, ports.world)),
  };
}

/**
 * Makes a failed post due immediately; 409 for other posts, so that nothing is published twice. An
 * unknown post, which may be live, needs `confirm_unknown`: the operator confirms that it is not.
 */
export async function retryPost(
  context: Context,
  id: Id,
  { confirm_unknown }: z.output<typeof schedulerApi.retry.query>,
): Promise<WireOf<typeof schedulerApi.retry>> {
  const { db, ports } = context;
  const key = rowId(id);
  const now = ports.clock.now();
  await keepGroupOfPost(db, key);
  await refuseDuplicate(db, key);
  const retry = db
    .update(scheduledPosts)
    .set({
      ...tryNow,
      status: "scheduled",
      publish_at: now,
      error: null,
      // Part of an unknown post may be out: its results stay until they are replaced.
      subreddit_results: sql`case when ${scheduledPosts.status} = 'unknown' then ${scheduledPosts.subreddit_results} end`,
      retry_count: sql`${scheduledPosts.retry_count} + 1`,
    })
    .where(
      and(
        eq(scheduledPosts.id, key),
        inArray(scheduledPosts.status, confirm_unknown ? ["failed", "unknown"] : ["failed"]),
      ),
    )
    .returning({
      id: scheduledPosts.id,
      platform_type: scheduledPosts.platform_type,
      group_id: scheduledPosts.group_id,
    });
  const [retried] = await retry.catch((error: unknown) => {
    // A post of the same content was scheduled since the check.
    throw isUniqueViolation(error) ? new Refusal(409, isDuplicate) : error;
  });
  if (!retried) {
    const rows = await db.select().from(scheduledPosts).where(eq(scheduledPosts.id, key));
    throw new Refusal(409, whyNoRetry[existing(rows, "post").status]);
  }
  // Locks the group before the job, in the order of `resumeGroup`: else both would wait.
  await notePosts(context, "retried", [retried.id]);
  await enqueuePublish(context, retried, now);
  const message = "The post is queued again.";
  return {
    message: (await isPaused(db, retried.group_id))
      ? `${message} It waits until publishing resumes in its group.`
      : message,
  };
}

/** An operator's command ends what the post waited for. */
export const tryNow = { ask_at: null, waits_for: null, tries: 0 };

const isDuplicate =
  "Another post of this content is scheduled on this account, or is or may be live there.";

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

const listed = new Intl.ListFormat("en");

export async function queuePlanner({
  db,
  enqueue,
  ports,
}: Context): Promise<WireOf<typeof schedulerApi.runDailyPlanner>> {
  await enqueue("plan-day", {}, { singletonKey: "plan-day" });
  const planned = and(eq(categories.daily_generation_active, true), isNull(groups.paused_at));
  if (!restOfDay(ports.clock.now())) {
    const [withTimes] = await db
      .select({ id: groups.id })
      .from(groups)
      .innerJoin(categories, eq(categories.group_id, groups.id))
      .where(and(planned, isNotNull(groups.publishing_times)))
      .limit(1);
    return {
      message: withTimes
        ? "The daily planner is queued. After 20:00 UTC it schedules only in groups with publishing times."
        : "The daily planner is queued, but it schedules nothing for today after 20:00 UTC.",
    };
  }
  const active = await db
    .selectDistinctOn([accounts.id], getTableColumns(accounts))
    .from(accounts)
    .innerJoin(categories, eq(categories.group_id, accounts.group_id))
    .innerJoin(groups, eq(groups.id, accounts.group_id))
    .where(and(eq(accounts.is_active, true), planned))
    .orderBy(asc(accounts.id));
  const paused = await db
    .select({ name: groups.name })
    .from(groups)
    .where(isNotNull(groups.paused_at))
    .orderBy(asc(groups.id));
  const names = listed.format(paused.map(({ name }) => `“${name}”`));
  const parts = [
    "The daily planner is queued.",
    unusableInWords(active, ports.world),
    paused.length > 0 && `Paused, left out: ${names}.`,
  ];
  return { message: parts.filter(Boolean).join(" ") };
}

/**
 * For every minute: queues a job for every post that is due and has none, because its own was lost or
 * has failed for good: to publish it, to go on with it, or to look for it. Returns how many.
 */
export async function enqueueDue({ db, ports, enqueue }: Context): Promise<number> {
  const now = ports.clock.now();
  const due = await db
    .select({ id: scheduledPosts.id, platform_type: scheduledPosts.platform_type })
    .from(scheduledPosts)
    .where(
      and(
        or(
          and(
            eq(scheduledPosts.status, "scheduled"),
            lte(scheduledPosts.publish_at, now),
            isNotHeld(db, now),
            isNotPaused(db),
          ),
          and(
            lte(scheduledPosts.ask_at, now),
            or(
              eq(scheduledPosts.status, "publishing"),
              // Without its account nobody can look for it.
              and(
                eq(scheduledPosts.status, "unknown"),
                isNotNull(scheduledPosts.committing_at),
                isNotNull(scheduledPosts.account_id),
              ),
            ),
          ),
        ),
      ),
    );
  if (due.length === 0) return 0;
  const known = await keysWithJob(
    db,
    "publish",
    due.map(({ id }) => publishKey(id)),
    now,
  );
  const lost = due.filter(({ id }) => !known.has(publishKey(id)));
  for (const post of lost) await enqueuePublish({ enqueue }, post, now);
  return lost.length;
}

/**
 * Matches scheduled posts that wait for nothing: not for a time, nor for their account, as
 * `waitsForCredentials` has it.
 */
const isNotHeld = (db: Db, now: Date) =>
  and(
    or(isNull(scheduledPosts.ask_at), lte(scheduledPosts.ask_at, now)),
    notExists(
      db
        .select({ one: sql`1` })
        .from(accounts)
        .where(
          and(
            eq(accounts.id, scheduledPosts.account_id),
            or(
              gt(accounts.held_until, now),
              and(eq(accounts.last_test, "failed"), eq(scheduledPosts.retry_count, 0)),
            ),
          ),
        ),
    ),
  );

/** Overdue: still scheduled so many milliseconds after its time. */
const overdueAfter = 2 * 60_000;

/** The number of posts that should have been tried and were not; without those that wait for something. */
export async function countOverdue(db: Db, now: Date): Promise<number> {
  const limit = new Date(now.getTime() - overdueAfter);
  return db.$count(
    scheduledPosts,
    and(
      eq(scheduledPosts.status, "scheduled"),
      lt(scheduledPosts.publish_at, limit),
      isNotHeld(db, now),
      isNotPaused(db),
    ),
  );
}

/** Only the columns that are returned: these lists are on the screens opened most. */
const onPost = {
  id: scheduledPosts.id,
  status: scheduledPosts.status,
  group_id: scheduledPosts.group_id,
  platform_type: scheduledPosts.platform_type,
  platform_username: scheduledPosts.platform_username,
  publish_at: scheduledPosts.publish_at,
  published_at: scheduledPosts.published_at,
  retry_count: scheduledPosts.retry_count,
  error: scheduledPosts.error,
  waits_for: scheduledPosts.waits_for,
  ask_at: scheduledPosts.ask_at,
  published_post_url: scheduledPosts.published_post_url,
  subreddit_results: scheduledPosts.subreddit_results,
};
const onItem = {
  id: queueItems.id,
  text_content: queueItems.text_content,
  image_url: queueItems.image_url,
  video_url: queueItems.video_url,
  thumbnail_url: queueItems.thumbnail_url,
  media_type: queueItems.media_type,
};
export const postsWhere = (db: Db, where: SQL | undefined) =>
  db
    .select({
      post: onPost,
      item: onItem,
      changed_at: queueItems.updated_at,
      account_error: accounts.last_known_error,
      account: {
        platform_type: accounts.platform_type,
        platform_username: accounts.platform_username,
        is_active: accounts.is_active,
        credentials: sql<true | null>`case when ${accounts.credentials} is not null then true end`,
        session_primed_at: accounts.session_primed_at,
        last_test: accounts.last_test,
        held_until: accounts.held_until,
        held_because: accounts.held_because,
      },
      group_name: groups.name,
      paused_at: groups.paused_at,
    })
    .from(scheduledPosts)
    .innerJoin(queueItems, eq(queueItems.id, scheduledPosts.queue_item_id))
    .innerJoin(groups, eq(groups.id, scheduledPosts.group_id))
    .leftJoin(accounts, eq(accounts.id, scheduledPosts.account_id))
    .where(where)
    .$dynamic();

/** The reason why a post waits besides its time, and the time of its next try; null where there is none. */
export function waitOf({
  post,
  account,
  paused_at,
}: Pick<Joined, "post" | "account" | "paused_at">): Pick<PostOnWire, "waits_for" | "waits_until"> {
  const { status, waits_for, publish_at, ask_at } = post;
  const nothing = { waits_for: null, waits_until: null };
  // The platform is asked every few minutes what has become of it.
  if (status === "publishing") return { ...nothing, waits_for };
  if (status !== "scheduled") return nothing;
  if (account && waitsForCredentials(account, post)) {
    const why = "Its account does not work: test it, or enter its credentials again.";
    return { ...nothing, waits_for: why };
  }
  const heldUntil = account?.held_until ?? null;
  const isHeld = heldUntil !== null && heldUntil > publish_at;
  const why = waits_for ?? (isHeld ? (account?.held_because ?? null) : null);
  if (why === null) return nothing;
  // A paused group has no next try.
  if (paused_at !== null) return { ...nothing, waits_for: why };
  const until = Math.max(ask_at?.getTime() ?? 0, isHeld ? heldUntil.getTime() : 0);
  return { waits_for: why, waits_until: until > 0 ? iso(new Date(until)) : null };
}

type Joined = {
  post: Pick<PostRow, keyof typeof onPost>;
  item: Pick<QueueRow, keyof typeof onItem>;
  changed_at: Date;
  account_error: string | null;
  account:
    | (Parameters<typeof whyUnusable>[0] & {
        is_active: boolean;
        held_until: Date | null;
        held_because: string | null;
      })
    | null;
  group_name: string;
  paused_at: Date | null;
};

export const postOnWire = (
  { post, item, changed_at, account_error, account, group_name, paused_at }: Joined,
  world: World,
): PostOnWire => ({
  id: post.id,
  status: post.status,
  publish_at: iso(post.published_at ?? post.publish_at),
  retry_count: post.retry_count,
  published_post_url: post.published_post_url,
  ...(post.subreddit_results && { subreddit_results: [...post.subreddit_results] }),
  // An approval is before its posts are due, and a retry makes them due again: later is an edit.
  is_changed: post.status === "failed" && changed_at > post.publish_at,
  is_paused: post.status === "scheduled" && paused_at !== null,
  ...waitOf({ post, account, paused_at }),
  account_problem: post.status === "failed" ? problemOf(account, world) : null,
  group_id: post.group_id,
  group_name,
  social_account: {
    platform_type: post.platform_type,
    platform_username: post.platform_username,
    // The post's own error is more specific than the account's last one.
    last_known_error: post.error ?? account_error,
  },
  content_queue_item: item,
});

/** Why nothing can be published on the account now. */
function problemOf(account: Joined["account"], world: World): string | null {
  if (account === null) return "it was removed";
  return (account.is_active ? whyUnusable(account, world) : "it is inactive") ?? null;
}
