import { and, eq, isNotNull, lte, or } from "drizzle-orm";
import type { Context, Jobs } from "../context.ts";
import { accounts, queueItems, scheduledPosts } from "../db/schema.ts";
import { waitsForCredentials } from "../domain/account-health.ts";
import { holdAccount, isPublishing, nextDueOf } from "../domain/account-turn.ts";
import { notePosts } from "../domain/activity.ts";
import { type Lost, planSearch, searchLost } from "../domain/lost-posts.ts";
import { isPaused } from "../domain/paused.ts";
import { openAccount } from "../domain/platform-account.ts";
import { takeToken } from "../domain/publish-limits.ts";
import { type Claimed, claimed, onReddit, publishClaimed } from "../domain/publishing.ts";
import { enqueuePublish, type PostRow } from "../domain/schedule.ts";
import type { JobHandlers } from "./job.ts";

/**
 * Publishes the account's post that is due first, usually this one, at most once: the claim is committed
 * before the platform is called. Goes on with a post that waits for its platform, and looks for one
 * whose outcome is unknown.
 */
export const publish: JobHandlers["publish"] = async ({ postId }, run) => {
  const lost = await run.transaction((context) => claimLost(context, postId));
  if (lost) return searchLost(run, lost);
  const post = await run.transaction((context) => claim(context, postId));
  if (post) await publishClaimed(run, post);
};

/** Undefined unless the post is unknown, can be looked for, and its time has come. */
async function claimLost(context: Context, id: number): Promise<Lost | undefined> {
  const { db, ports } = context;
  const [found] = await db
    .select({ post: scheduledPosts, account: accounts, item: queueItems })
    .from(scheduledPosts)
    .innerJoin(queueItems, eq(queueItems.id, scheduledPosts.queue_item_id))
    .innerJoin(accounts, eq(accounts.id, scheduledPosts.account_id))
    .where(
      and(
        eq(scheduledPosts.id, id),
        eq(scheduledPosts.status, "unknown"),
        isNotNull(scheduledPosts.committing_at),
        lte(scheduledPosts.ask_at, new Date(ports.clock.now().getTime() + 1000)),
      ),
    )
    .for("update", { of: scheduledPosts });
  if (!found) return undefined;
  const { post, item } = found;
  const { started_at, committing_at } = post;
  if (!started_at || !committing_at) return undefined;
  await planSearch(context, post);
  const account = await openAccount(db, ports.secrets, found.account);
  if (typeof account === "string") return undefined;
  const reddit = await onReddit(db, item);
  return {
    ...claimed(post, started_at, item, account, reddit),
    since: committing_at,
  };
}

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
    .where(and(eq(scheduledPosts.id, id), mayBeTried));
  if (!own) return undefined;
  // The database's clock, which starts jobs, may be ahead of this machine's.
  const latest = new Date(now.getTime() + 1000);
  const due = new Date(Math.max(own.publish_at.getTime(), own.ask_at?.getTime() ?? 0));
  if (due > latest) {
    await enqueuePublish({ enqueue }, own, due);
    return undefined;
  }
  let post: PostRow = own;
  if (own.account_id !== null) {
    // The end of the other post's call starts this one.
    if (await isPublishing(context, own.account_id)) return undefined;
    const until = await heldUntil(context, own, now);
    if (until) {
      if (until instanceof Date) await enqueuePublish({ enqueue }, own, until);
      return undefined;
    }
    if (own.status === "scheduled") post = (await nextDueOf(db, own.account_id, now)) ?? own;
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
  const account = found && (await openAccount(db, ports.secrets, found.account));
  const isReady = found !== undefined && typeof account === "object";
  const [updated] = await db
    .update(scheduledPosts)
    .set(
      isReady
        ? {
            status: "publishing",
            started_at: now,
            ask_at: null,
            waits_for: null,
            // From an empty trace on it is known that no creating call was begun.
            trace: post.trace ?? {},
          }
        : {
            status: post.committing_at ? "unknown" : "failed",
            error: typeof account === "string" ? account : null,
          },
    )
    // It may have been claimed, cancelled or moved to a later time since it was read.
    .where(and(eq(scheduledPosts.id, post.id), mayBeTried, lte(scheduledPosts.publish_at, latest)))
    .returning({ id: scheduledPosts.id });
  if (updated && !isReady) {
    await notePosts(context, post.committing_at ? "unknown" : "failed", [updated.id]);
  }
  if (!updated || !isReady) {
    if (post.id !== id) await enqueuePublish({ enqueue }, own, now);
    return undefined;
  }
  return claimed(post, now, found.item, account, await onReddit(db, found.item));
}

/** Matches posts that are scheduled, and those that wait for their platform. */
const mayBeTried = or(
  eq(scheduledPosts.status, "scheduled"),
  and(eq(scheduledPosts.status, "publishing"), isNotNull(scheduledPosts.ask_at)),
);

/**
 * Until when nothing may be published on the post's account; true if it waits for working credentials,
 * which the operator can overrule by a retry. False takes one of the posts that its platform allows.
 */
async function heldUntil(
  { db, ports }: Context,
  post: PostRow,
  now: Date,
): Promise<Date | boolean> {
  // Its platform has the post, or part of it.
  if (post.status === "publishing") return false;
  const [account] = await db
    .select()
    .from(accounts)
    .where(eq(accounts.id, post.account_id ?? 0));
  if (!account) return false;
  if (account.held_until && account.held_until > now) return account.held_until;
  if (waitsForCredentials(account, post)) return true;
  if (ports.world.kind === "sandbox") return false;
  const until = await takeToken(db, account, now);
  if (!until) return false;
  await holdAccount(
    db,
    account.id,
    until,
    "The platform accepts no more posts from this account for now.",
  );
  return until;
}
