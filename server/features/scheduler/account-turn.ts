import { and, asc, eq, getTableColumns, gt, isNull, lt, lte, or, sql } from "drizzle-orm";
import { accounts, scheduledPosts } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import { lockAccounts } from "../../kernel/locks.ts";
import { awaitsCredentials, enqueuePublish } from "./due.ts";
import type { PostRow } from "./schedule.ts";

/** The longest call of a platform, with the upload of a video, in ms. */
export const longestCall = 4 * 60_000;

/** Longer than such a call and its transaction can take. */
export const abandonedAfter = longestCall + 60_000;

/** Enqueues the account's next post that is due: its posts are published one after the other. */
export async function enqueueNextOf({ db, ports, enqueue }: Context, accountId: number) {
  const now = ports.clock.now();
  const next = await nextDueOf(db, accountId, now);
  if (next) await enqueuePublish({ enqueue }, next, now);
}

/**
 * Returns the account's post that is due first; undefined if none is. It skips those that wait until
 * their account works: a retry overrules that for its own post alone.
 */
export async function nextDueOf(
  db: Db,
  accountId: number,
  now: Date,
): Promise<PostRow | undefined> {
  const [next] = await db
    .select(getTableColumns(scheduledPosts))
    .from(scheduledPosts)
    .innerJoin(accounts, eq(accounts.id, scheduledPosts.account_id))
    .where(
      and(
        eq(scheduledPosts.account_id, accountId),
        eq(scheduledPosts.status, "scheduled"),
        lte(scheduledPosts.publish_at, now),
        or(isNull(scheduledPosts.ask_at), lte(scheduledPosts.ask_at, now)),
        sql`${awaitsCredentials} is not true`,
      ),
    )
    .orderBy(asc(scheduledPosts.publish_at), asc(scheduledPosts.id))
    .limit(1);
  return next;
}

/**
 * Holds the account's posts until a time. A later time that its platform has named stays: its limit
 * of a day does not end with the next short fault.
 */
export async function holdAccount(db: Db, accountId: number, until: Date, because: string) {
  await db
    .update(accounts)
    .set({ held_until: until, held_because: because })
    .where(
      and(
        eq(accounts.id, accountId),
        or(isNull(accounts.held_until), lt(accounts.held_until, until)),
      ),
    );
}

/**
 * Locks the account, so that neither this nor another post of it is missed at the end of the other's
 * call. Returns false while the platform is called for another post.
 */
export async function lockUnlessPublishing(
  { db, ports }: Pick<Context, "db" | "ports">,
  accountId: number,
): Promise<boolean> {
  await lockAccounts(db, eq(accounts.id, accountId));
  return !(await hasOpenCall(db, accountId, ports.clock.now()));
}

/** Returns true while the platform is called for a post of the account. Without a lock, for an answer. */
export async function hasOpenCall(db: Db, accountId: number, now: Date): Promise<boolean> {
  const limit = new Date(now.getTime() - abandonedAfter);
  const [other] = await db
    .select({ id: scheduledPosts.id })
    .from(scheduledPosts)
    .where(
      and(
        eq(scheduledPosts.account_id, accountId),
        eq(scheduledPosts.status, "publishing"),
        // No process works on one that waits for its platform.
        isNull(scheduledPosts.ask_at),
        gt(scheduledPosts.started_at, limit),
      ),
    )
    .limit(1);
  return other !== undefined;
}
