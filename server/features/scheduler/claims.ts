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
  const noTurn = await takeTurnFor(context, own);
  if (noTurn) {
    if (noTurn.until) await enqueuePublish({ enqueue }, own, noTurn.until);
    return undefined;
  }
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
  const noTurn = await takeTurnFor(context, own, { isOrdered: true });
  const taken = noTurn ? undefined : await claimPost(context, own, now);
  if (taken) return taken;
  await db
    .update(scheduledPosts)
    .set({ ask_at: null })
    .where(and(eq(scheduledPosts.id, id), eq(scheduledPosts.status, "scheduled")));
  if (noTurn?.until) await enqueuePublish({ enqueue }, own, noTurn.until);
  return undefined;
}

/** Why an account has no turn for a post. */
type NoTurn = {
  readonly why: string;
  /**
   * The time when it may have one. Without it the post is enqueued when the call or the pause ends, and
   * by `enqueueDue` in any other case.
   */
  readonly until?: Date;
};

/**
 * Takes the account's turn, with a token of its platform's limit; returns why there is none now. Locks
 * the account, so that no other post of it is claimed meanwhile.
 *
 * @param waiting a post that waits while its account's keys are refused; an operator's order does not
 */
export async function takeTurn(
  context: Pick<Context, "db" | "ports">,
  accountId: number,
  waiting?: PostRow,
): Promise<NoTurn | undefined> {
  const { db, ports } = context;
  const now = ports.clock.now();
  if (!(await lockUnlessPublishing(context, accountId))) return isPublishing;
  const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId));
  if (!account) return { why: "it was removed" };
  if (!(await lockUnlessPaused(db, account.group_id))) return isPaused;
  const { held_until, held_because } = account;
  if (held_until && held_until > now) {
    return {
      why: `its posts wait until ${minuteOf(held_until)}: ${held_because}`,
      until: held_until,
    };
  }
  if (waiting && waitsForCredentials(account, waiting)) return { why: "its last test failed" };
  if (ports.world.kind === "sandbox") return undefined;
  const until = await takeToken(db, account, now);
  if (!until) return undefined;
  await holdAccount(
    db,
    accountId,
    until,
    "The platform accepts no more posts from this account for now.",
  );
  return { why: `its platform takes no other post before ${minuteOf(until)}`, until };
}

const isPublishing: NoTurn = { why: "another of its posts is being published" };
const isPaused: NoTurn = { why: "publishing of its group is paused" };

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

/** Takes the turn of the post's account; a post that its platform has, or part of it, needs no token. */
async function takeTurnFor(
  context: Context,
  post: PostRow,
  { isOrdered = false } = {},
): Promise<NoTurn | undefined> {
  const { status, account_id, group_id } = post;
  if (status === "scheduled" && account_id !== null) {
    return takeTurn(context, account_id, isOrdered ? undefined : post);
  }
  if (account_id !== null && !(await lockUnlessPublishing(context, account_id)))
    return isPublishing;
  return (await lockUnlessPaused(context.db, group_id)) ? undefined : isPaused;
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
