import { and, eq, isNull, lte, sql } from "drizzle-orm";
import type { Db, Jobs } from "../context.ts";
import { sessions } from "../db/auth-schema.ts";
import { saleRuns, scheduledPosts } from "../db/schema.ts";
import { timetable } from "../jobs/boss.ts";

/**
 * For data that was moved while nobody worked on it: whoever had jobs in hand is gone, so that they
 * are waiting again.
 */
export async function settleMoved(db: Db): Promise<void> {
  await db.execute(sql`update pgboss.job set state = 'retry' where state = 'active'`);
}

/** What jobs of the timetable enqueue: prices and mails of a week that may be over. */
const ofTimetable = ["rotate-sale", "send-newsletter"] satisfies (keyof Jobs)[];

/**
 * For data of an earlier moment, after which somebody may have gone on working. What was due since
 * may have been done, and is not done again by itself: such posts become `unknown`, and the
 * timetable begins anew, as on a first start. Whoever was signed in may have signed out since, and
 * nobody is. Answers how many posts that are.
 */
export async function settleRestored(db: Db, now: Date): Promise<number> {
  await settleMoved(db);
  await db.delete(sessions);
  const unknown = await db
    .update(scheduledPosts)
    .set({
      status: "unknown",
      error:
        "This post was due after the backup was made. It may already be live: check the profile.",
    })
    .where(and(eq(scheduledPosts.status, "scheduled"), lte(scheduledPosts.publish_at, now)))
    .returning({ id: scheduledPosts.id });
  // The shop may have been changed further than the steps here know: nobody goes on with them.
  await db
    .update(saleRuns)
    .set({ status: "stopped", ended_at: now })
    .where(isNull(saleRuns.ended_at));
  for (const name of [...Object.keys(timetable), ...ofTimetable]) {
    await db.execute(
      sql`update pgboss.job set state = 'cancelled', completed_on = now()
          where name = ${name} and state < 'active'`,
    );
  }
  await db.execute(sql`update pgboss.schedule set created_on = now()`);
  return unknown.length;
}
