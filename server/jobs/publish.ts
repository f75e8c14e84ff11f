import { and, eq, lte } from "drizzle-orm";
import type { Context, Jobs } from "../context.ts";
import { accounts, queueItems, scheduledPosts } from "../db/schema.ts";
import { notePosts } from "../domain/activity.ts";
import { isPaused } from "../domain/paused.ts";
import {
  type Claimed,
  claimed,
  isPublishing,
  nextDueOf,
  onReddit,
  openAccount,
  publishClaimed,
} from "../domain/publishing.ts";
import { enqueuePublish, type PostRow } from "../domain/schedule.ts";
import type { JobHandlers } from "./job.ts";

/**
 * Publishes the account's post that is due first, usually this one, at most once: the claim is committed
 * before the platform is called.
 */
export const publish: JobHandlers["publish"] = async ({ postId }, run) => {
  const post = await run.transaction((context) => claim(context, postId));
  if (post) await publishClaimed(run, post);
};

/**
 * Undefined if nothing may be published: the post was deleted, claimed by another job, is not due yet,
 * waits for another post of its account, its group is paused, or it failed here.
 */
async function claim(
  context: Context,
  id: Jobs["publish"]["postId"],
): Promise<Claimed | undefined> {
  const { db, ports, enqueue } = context;
  const now = ports.clock.now();
  const [own] = await db
    .select()
    .from(scheduledPosts)
    .where(and(eq(scheduledPosts.id, id), eq(scheduledPosts.status, "scheduled")));
  if (!own) return undefined;
  // The database's clock, which starts jobs, may be ahead of this machine's.
  const latest = new Date(now.getTime() + 1000);
  if (own.publish_at > latest) {
    await enqueuePublish({ enqueue }, own, own.publish_at);
    return undefined;
  }
  let post: PostRow = own;
  if (own.account_id !== null) {
    // The end of the other post's call starts this one.
    if (await isPublishing(context, own.account_id)) return undefined;
    post = (await nextDueOf(db, own.account_id, now)) ?? own;
  }
  // It stays scheduled; `resumeGroup` queues it again.
  if (await isPaused(db, own.group_id)) return undefined;
  const [found] = await db
    .select({ account: accounts, item: queueItems })
    .from(queueItems)
    .innerJoin(accounts, eq(accounts.id, post.account_id ?? 0))
    .where(eq(queueItems.id, post.queue_item_id))
    // An edit that is saved meanwhile would not be in what goes out.
    .for("share", { of: queueItems });
  const account = found && openAccount(ports, found.account);
  const isReady = found !== undefined && typeof account === "object";
  const [updated] = await db
    .update(scheduledPosts)
    .set(
      isReady
        ? { status: "publishing", started_at: now }
        : { status: "failed", error: typeof account === "string" ? account : null },
    )
    // It may have been claimed, cancelled or moved to a later time since it was read.
    .where(
      and(
        eq(scheduledPosts.id, post.id),
        eq(scheduledPosts.status, "scheduled"),
        lte(scheduledPosts.publish_at, latest),
      ),
    )
    .returning({ id: scheduledPosts.id });
  if (updated && !isReady) await notePosts(context, "failed", [updated.id]);
  if (!updated || !isReady) {
    if (post.id !== id) await enqueuePublish({ enqueue }, own, now);
    return undefined;
  }
  return claimed(post.id, now, found.item, account, await onReddit(db, found.item));
}
