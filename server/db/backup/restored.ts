import { and, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import type { Db, Jobs } from "../../kernel/context.ts";
import { timetable } from "../../kernel/timetable.ts";
import { sessions } from "../auth-schema.ts";
import {
  failedWork,
  mails,
  newsletterRuns,
  saleRuns,
  scheduledPosts,
  timetableSlots,
} from "../schema.ts";

/**
 * Settles data that was copied while no server was running: jobs that were active have no worker any
 * more, so they are queued again.
 */
export async function settleMoved(db: Db): Promise<void> {
  await db.execute(sql`update pgboss.job set state = 'retry' where state = 'active'`);
}

/** Jobs that a timetable job enqueues: their price changes and mails may belong to a past week. */
const ofTimetable = ["rotate-sale", "send-newsletter"] satisfies (keyof Jobs)[];

/**
 * Settles data of an earlier moment, after which a server may have continued. Posts that were due
 * since may be live, so they become `unknown` instead of being published twice, and so do mails that
 * waited. The timetable starts as on a first start. All sessions are deleted, because some may have
 * been revoked since. Returns the number of unknown posts.
 */
export async function settleRestored(db: Db, now: Date): Promise<number> {
  await settleMoved(db);
  await db.delete(sessions);
  // The shop may have been changed after the backup, so unfinished runs are not resumed.
  await db
    .update(saleRuns)
    .set({ status: "stopped", ended_at: now })
    .where(isNull(saleRuns.ended_at));
  const unknown = await db
    .update(scheduledPosts)
    .set({
      status: "unknown",
      error:
        "This post was due after the backup was made. It may already be live: check the profile.",
    })
    .where(and(eq(scheduledPosts.status, "scheduled"), lte(scheduledPosts.publish_at, now)))
    .returning({ id: scheduledPosts.id });
  await db
    .update(mails)
    .set({
      status: "unknown",
      error: "This mail was to be sent when the backup was made. It may have been sent since.",
      retry_at: null,
    })
    .where(inArray(mails.status, ["waiting", "sending"]));
  await db.update(newsletterRuns).set({ wait_until: null, why: null });
  const names = [...(Object.keys(timetable) as (keyof typeof timetable)[]), ...ofTimetable];
  // Somebody may have run it again after the backup: its mails would be sent twice.
  await db
    .update(failedWork)
    .set({ settled_at: now })
    .where(and(isNull(failedWork.settled_at), inArray(failedWork.job, names)));
  for (const name of names) {
    await db.execute(
      sql`update pgboss.job set state = 'cancelled', completed_on = now()
          where name = ${name} and state < 'active'`,
    );
  }
  await db.delete(timetableSlots);
  return unknown.length;
}
