import { and, asc, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { postStatuses } from "@/entities/post/contract";
import type { schedulerApi } from "@/features/scheduler/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { accounts, groups, queueItems, scheduledPosts } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import { rowId } from "../../kernel/ids.ts";
import { iso, timeOf } from "../../kernel/times.ts";
import type { World } from "../../ports/world.ts";
import { waitsForCredentials, whyUnusable } from "../accounts/index.ts";
import type { PostRow, QueueRow } from "./schedule.ts";

type PostOnWire = WireOf<typeof schedulerApi.upcoming>[number];

export type Status = (typeof postStatuses)[number];

/** Literal, so that the partial index `scheduled_posts_upcoming` applies. */
const isUpcoming = sql`${scheduledPosts.status} in ('scheduled', 'publishing')`;

/**
 * Returns upcoming posts, soonest first, then by id, so that no record is skipped or repeated
 * between pages.
 */
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

const timeIn = (field: string, text: string | undefined) =>
  text === undefined ? undefined : timeOf(text, field, "query");

/** Returns up to 200 failed and unknown posts, the next 20, and the last 20 published. */
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

/** The columns that are returned, and no others: these lists are on the screens opened most. */
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

/**
 * Returns the reason why a post waits besides its time, and the time of its next try; null where
 * there is none.
 */
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

/** Returns why nothing can be published on the account now. */
function problemOf(account: Joined["account"], world: World): string | null {
  if (account === null) return "it was removed";
  return (account.is_active ? whyUnusable(account, world) : "it is inactive") ?? null;
}
