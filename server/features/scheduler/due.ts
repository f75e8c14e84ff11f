import { and, asc, eq, gt, isNotNull, isNull, lt, lte, notExists, or, sql } from "drizzle-orm";
import { keysWithJob } from "../../db/job-table.ts";
import { accounts, scheduledPosts } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import { isNotPaused } from "./paused.ts";
import type { PostRow } from "./schedule.ts";

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

/**
 * Queues a job for every post that is due and has none, because its own was lost or has failed for good:
 * to publish it, to go on with it, or to look for it. Runs every minute. Returns the number of jobs.
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
    )
    .orderBy(asc(scheduledPosts.id));
  if (due.length === 0) return 0;
  const known = await keysWithJob(
    db,
    "publish",
    due.map(({ id }) => publishKey(id)),
    now,
  );
  const missing = due.filter(({ id }) => !known.has(publishKey(id)));
  for (const post of missing) await enqueuePublish({ enqueue }, post, now);
  return missing.length;
}

/** Matches what `waitsForCredentials` returns true for: a scheduled post, joined with its account. */
export const awaitsCredentials = and(
  eq(accounts.last_test, "failed"),
  eq(scheduledPosts.retry_count, 0),
);

/** Matches scheduled posts that wait for nothing: not for a time, nor for their account. */
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
            or(gt(accounts.held_until, now), awaitsCredentials),
          ),
        ),
    ),
  );

/** The number of milliseconds after its time at which a post that is still scheduled is overdue. */
const overdueAfter = 2 * 60_000;

/**
 * Returns the number of posts that should have been tried and were not; without those that wait
 * for something.
 */
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
