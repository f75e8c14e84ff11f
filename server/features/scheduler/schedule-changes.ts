import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { schedulerApi } from "@/features/scheduler/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { queueItems, scheduledPosts } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import { findGroup } from "../../kernel/find-group.ts";
import { rowId } from "../../kernel/ids.ts";
import { keepGroupOfPost, locking } from "../../kernel/locks.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { existing } from "../../kernel/sql.ts";
import { futureTime, minuteOf } from "../../kernel/times.ts";
import { notePosts } from "../activity/index.ts";
import { rejectItemsWithoutPosts } from "./clear-posts.ts";
import { enqueuePublish } from "./due.ts";
import { refuseIfPaused } from "./paused.ts";
import { tryNow } from "./retry.ts";
import type { PostRow } from "./schedule.ts";
import { postOnWire, postsWhere } from "./scheduled-posts.ts";
import { nextSlot } from "./slots.ts";

type OnWire = WireOf<typeof schedulerApi.reschedule>;

/** Throws a 404 Refusal if there is no such post. */
export async function findPost({ db, ports }: Context, id: Id): Promise<OnWire> {
  const rows = await postsWhere(db, eq(scheduledPosts.id, rowId(id)));
  return postOnWire(existing(rows, "post"), ports.world);
}

/**
 * Returns the time that 'Next slot' offers for a scheduled post, in whole minutes, as an operator
 * types it. 409 for any other post, and for one whose account was removed.
 */
export async function nextSlotOf(
  context: Context,
  id: Id,
): Promise<WireOf<typeof schedulerApi.nextSlot>> {
  const [post] = await context.db
    .select({
      id: scheduledPosts.id,
      account: scheduledPosts.account_id,
      group_id: scheduledPosts.group_id,
    })
    .from(scheduledPosts)
    .where(and(eq(scheduledPosts.id, rowId(id)), eq(scheduledPosts.status, "scheduled")));
  if (!post) throw await notScheduled(context, id);
  if (post.account === null) throw new Refusal(409, "The account of this post was removed.");
  const group = await findGroup(context, post.group_id);
  const at = await nextSlot(context, group, { id: post.account }, post);
  return { publish_at: new Date(Math.ceil(at.getTime() / minute) * minute).toISOString() };
}

const minute = 60_000;

/** Throws a 409 Refusal unless the post is still scheduled; 422 for a time that has passed. */
export async function reschedulePost(
  context: Context,
  id: Id,
  { publish_at }: z.output<typeof schedulerApi.reschedule.body>,
): Promise<OnWire> {
  return moveTo(context, id, futureTime(publish_at, "body", context.ports.clock.now()));
}

/** Makes a scheduled post due at once; 409 for any other, and while its group is paused. */
export async function publishPostNow(context: Context, id: Id): Promise<OnWire> {
  const posts = await context.db
    .select({ group_id: scheduledPosts.group_id })
    .from(scheduledPosts)
    .where(eq(scheduledPosts.id, rowId(id)));
  await refuseIfPaused(context.db, existing(posts, missing).group_id);
  return moveTo(context, id, context.ports.clock.now());
}

async function moveTo(context: Context, id: Id, at: Date): Promise<OnWire> {
  const { db, ports } = context;
  await keepGroupOfPost(db, rowId(id));
  const [moved] = await db
    .update(scheduledPosts)
    .set({
      ...tryNow,
      publish_at: at,
      // Another time does not say that a post is not live which a search has not found.
      ask_at: sql`case when ${scheduledPosts.committing_at} is not null then ${scheduledPosts.ask_at} end`,
    })
    .where(and(eq(scheduledPosts.id, rowId(id)), eq(scheduledPosts.status, "scheduled")))
    .returning();
  if (!moved) throw await notScheduled(context, id);
  await notePosts(context, "rescheduled", [moved.id], `to ${minuteOf(at)}`);
  await enqueuePublish(context, moved, at);
  const rows = await postsWhere(db, eq(scheduledPosts.id, moved.id));
  return postOnWire(existing(rows, "post"), ports.world);
}

/**
 * Cancels a scheduled post; 409 for any other. A generated post that is left without posts becomes
 * rejected: the planner would bring it back if it stayed approved.
 */
export async function cancelPost(context: Context, id: Id): Promise<undefined> {
  const { db } = context;
  const key = rowId(id);
  await keepGroupOfPost(db, key);
  await locking(
    db,
    "queue item",
    db
      .select({ id: queueItems.id })
      .from(queueItems)
      .innerJoin(scheduledPosts, eq(scheduledPosts.queue_item_id, queueItems.id))
      .where(eq(scheduledPosts.id, key))
      .for("update", { of: queueItems }),
  );
  // While the post is there to be named; a refusal takes this entry back too.
  await notePosts(context, "cancelled", [key]);
  const [cancelled] = await db
    .delete(scheduledPosts)
    .where(and(eq(scheduledPosts.id, key), eq(scheduledPosts.status, "scheduled")))
    .returning({ item: scheduledPosts.queue_item_id });
  if (!cancelled) throw await notScheduled(context, id);
  await rejectItemsWithoutPosts(context, [cancelled.item]);
}

/** Another operator may have cancelled the post while it was on the screen. */
const missing = "post: it may have been cancelled meanwhile";

async function notScheduled({ db }: Context, id: Id): Promise<Refusal> {
  const rows = await db
    .select({ status: scheduledPosts.status })
    .from(scheduledPosts)
    .where(eq(scheduledPosts.id, rowId(id)));
  return new Refusal(409, whyNoChange[existing(rows, missing).status]);
}

const whyNoChange: Readonly<Record<PostRow["status"], string>> = {
  scheduled: "This post has just been changed. Try again.",
  publishing: "This post is being published.",
  published: "This post is already published.",
  failed: "This post has failed: retry it.",
  unknown: "This post may already be live: check the profile.",
};
