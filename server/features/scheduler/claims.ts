import { and, eq, isNotNull, lte, or } from "drizzle-orm";
import { accounts, queueItems, scheduledPosts } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import { locking } from "../../kernel/locks.ts";
import { minuteOf } from "../../kernel/times.ts";
import { openAccount, waitsForCredentials } from "../accounts/index.ts";
import { notePosts } from "../activity/index.ts";
import { holdAccount, lockUnlessPublishing, nextDueOf } from "./account-turn.ts";
import { enqueuePublish } from "./due.ts";
import { lockUnlessPaused } from "./paused.ts";
import { takeToken } from "./publish-limits.ts";
import { type ClaimedPost, redditTargetOf, toClaimedPost } from "./publishing.ts";
import { clearedWait } from "./record-outcome.ts";
import type { PostRow } from "./schedule.ts";

/**
 * Claims the account's post that is due first, usually this one. Returns undefined if nothing may be
 * published: the post was deleted, claimed by another job, is not due yet, waits for another post of
 * its account, its group is paused, or it failed here.
 */
export async function claimDue(context: Context, id: number): Promise<ClaimedPost | undefined> {
  const { db, ports, enqueue } = context;
  const now = ports.clock.now();
  const own = await findClaimable(db, id);
  if (!own) return undefined;
  const due = new Date(Math.max(own.publish_at.getTime(), own.ask_at?.getTime() ?? 0));
  if (due > dueLimit(now)) {
    await enqueuePublish({ enqueue }, own, due);
    return undefined;
  }
  const turn = await turnOf(context, own, now);
  if (turn instanceof Date) await enqueuePublish({ enqueue }, own, turn);
  if (turn !== true) return undefined;
  const { status, account_id } = own;
  const isScheduled = status === "scheduled" && account_id !== null;
  const post = (isScheduled ? await nextDueOf(db, account_id, now) : undefined) ?? own;
  const taken = await claimPost(context, post, now);
  if (!taken && post.id !== id) await enqueuePublish({ enqueue }, own, now);
  return taken;
}

/**
 * Claims a post that was reserved for this process: an operator publishes it at once, before what
 * else is due on its account. Returns undefined if nothing may be published. If the account has no
 * turn for it now, it waits like any other post.
 */
export async function claimReserved(
  context: Context,
  id: number,
): Promise<ClaimedPost | undefined> {
  const { db, ports, enqueue } = context;
  const now = ports.clock.now();
  const own = await findClaimable(db, id);
  if (own?.status !== "scheduled") return undefined;
  const turn = await turnOf(context, own, now, { isOrdered: true });
  const taken = turn === true ? await claimPost(context, own, now) : undefined;
  if (taken) return taken;
  await db
    .update(scheduledPosts)
    .set({ ask_at: null })
    .where(and(eq(scheduledPosts.id, id), eq(scheduledPosts.status, "scheduled")));
  if (turn instanceof Date) await enqueuePublish({ enqueue }, own, turn);
  return undefined;
}

/**
 * Takes the account's turn for a post that is not in the database; else says why it has none now. The
 * same holds for it as for all posts, but that the account may have failed its last test.
 */
export async function takeTurn(
  context: Pick<Context, "db" | "ports">,
  accountId: number,
): Promise<string | undefined> {
  const { db, ports } = context;
  const now = ports.clock.now();
  if (!(await lockUnlessPublishing(context, accountId))) {
    return "another of its posts is being published";
  }
  const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId));
  if (!account) return "it was removed";
  if (!(await lockUnlessPaused(db, account.group_id))) return "publishing of its group is paused";
  const { held_until, held_because } = account;
  if (held_until && held_until > now) {
    return `its posts wait until ${minuteOf(held_until)}: ${held_because}`;
  }
  const until = await takeToken(db, account, now);
  return until && `its platform takes no other post before ${minuteOf(until)}`;
}

async function findClaimable(db: Db, id: number): Promise<PostRow | undefined> {
  const [post] = await db
    .select()
    .from(scheduledPosts)
    .where(and(eq(scheduledPosts.id, id), isClaimable));
  return post;
}

/** Matches posts that are scheduled, and those that wait for their platform. */
const isClaimable = or(
  eq(scheduledPosts.status, "scheduled"),
  and(eq(scheduledPosts.status, "publishing"), isNotNull(scheduledPosts.ask_at)),
);

/**
 * Returns the latest time that counts as due: the database's clock, which starts jobs, may be ahead
 * of this machine's.
 */
const dueLimit = (now: Date) => new Date(now.getTime() + 1000);

/**
 * Returns whether the platform may be called for the post now, or the time until which it must wait
 * and then needs a job. Locks its account, so that no other post of it is claimed meanwhile.
 */
async function turnOf(
  context: Context,
  post: PostRow,
  now: Date,
  { isOrdered = false } = {},
): Promise<boolean | Date> {
  // The end of the other post's call starts this one.
  if (post.account_id !== null && !(await lockUnlessPublishing(context, post.account_id))) {
    return false;
  }
  // It stays scheduled; `resumeGroup` queues it again.
  if (!(await lockUnlessPaused(context.db, post.group_id))) return false;
  const until = await heldUntil(context, post, now, isOrdered);
  return until instanceof Date ? until : !until;
}

/**
 * Returns the time until which nothing may be published on the post's account; true if it waits for
 * working credentials, which the operator can overrule by an order or a retry; else false, after
 * taking a token of the account.
 */
async function heldUntil(
  { db, ports }: Context,
  post: PostRow,
  now: Date,
  isOrdered: boolean,
): Promise<Date | boolean> {
  // Its platform has the post, or part of it.
  if (post.status === "publishing") return false;
  const [account] = await db
    .select()
    .from(accounts)
    .where(eq(accounts.id, post.account_id ?? 0));
  if (!account) return false;
  if (account.held_until && account.held_until > now) return account.held_until;
  if (!isOrdered && waitsForCredentials(account, post)) return true;
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

/**
 * Sets the post to `publishing`. Returns undefined if it was changed since it was read, or failed here.
 */
async function claimPost(
  context: Context,
  post: PostRow,
  now: Date,
): Promise<ClaimedPost | undefined> {
  const { db, ports } = context;
  const [found] = await locking(
    db,
    "queue item",
    db
      .select({ id: queueItems.id, account: accounts, item: queueItems })
      .from(queueItems)
      .innerJoin(accounts, eq(accounts.id, post.account_id ?? 0))
      .where(eq(queueItems.id, post.queue_item_id))
      // An edit that is saved meanwhile would not be in what is published.
      .for("share", { of: queueItems }),
  );
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
            // An empty trace says that no creating call was begun; a missing one says nothing.
            trace: post.trace ?? {},
          }
        : {
            ...clearedWait,
            status: post.committing_at ? "unknown" : "failed",
            error: typeof account === "string" ? account : "The account was removed.",
          },
    )
    // It may have been claimed, cancelled or moved to a later time since it was read.
    .where(
      and(
        eq(scheduledPosts.id, post.id),
        isClaimable,
        lte(scheduledPosts.publish_at, dueLimit(now)),
      ),
    )
    .returning({ id: scheduledPosts.id });
  if (updated && !isReady) {
    await notePosts(context, post.committing_at ? "unknown" : "failed", [updated.id]);
  }
  if (!updated || !isReady) return undefined;
  const reddit = await redditTargetOf(db, found.item);
  return toClaimedPost(post, now, found.item, account, found.account, reddit);
}
