import { and, eq, gte, lt, min, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { daysBefore, deleteInBatches, deleteOlderThan } from "../../db/delete-old.ts";
import {
  activity,
  metricsSnapshots,
  queueItems,
  saleRuns,
  saleSteps,
  taskProgress,
} from "../../db/schema.ts";
import type { Db } from "../../kernel/context.ts";
import { utcDay } from "../../kernel/times.ts";

type Handle = { readonly db: Db };

/** For how many days history is kept in full. */
export type Retention = {
  /** Rejected items without a post. */
  readonly rejected: number;
  /** All snapshots of a post's figures; older ones are thinned to one a day. */
  readonly snapshots: number;
  /** The steps of ended sale runs. */
  readonly saleSteps: number;
  /** The entries of the activity. */
  readonly activity: number;
};

/** Deletes items without a post that were rejected more than `days` days ago. Returns how many. */
export const deleteRejected = (handle: Handle, now: Date, days: number): Promise<number> =>
  deleteInBatches(
    handle,
    queueItems,
    and(
      // Literal, so that the partial index `queue_items_rejected` applies.
      sql`${queueItems.status} = 'rejected'`,
      lt(queueItems.updated_at, daysBefore(now, days)),
      eq(queueItems.is_scheduled, false),
    ),
  );

const task = "thin-snapshots";

/**
 * Thins snapshots older than `days` days to a post's last one of each UTC day. Its first one stays too:
 * a chart needs two. Works day by day and stores its progress, so that a run does not read all of
 * history again. Returns how many it deleted.
 */
async function thinSnapshots({ db }: Handle, now: Date, days: number): Promise<number> {
  const end = utcDay(daysBefore(now, days)).from;
  const [stored] = await db.select().from(taskProgress).where(eq(taskProgress.task, task));
  const [oldest] = stored
    ? []
    : await db.select({ time: min(metricsSnapshots.snapshot_time) }).from(metricsSnapshots);
  const begin = stored?.done_until ?? oldest?.time;
  if (!begin) return 0;
  let count = 0;
  for (let { from, to } = utcDay(begin); from < end; { from, to } = utcDay(to)) {
    const deleted = await db
      .delete(metricsSnapshots)
      .where(
        and(
          gte(metricsSnapshots.snapshot_time, from),
          lt(metricsSnapshots.snapshot_time, to),
          sql`exists (select 1 from ${metricsSnapshots} as next where next.post_id = ${metricsSnapshots.post_id}
            and (next.snapshot_time, next.id) > (${metricsSnapshots.snapshot_time}, ${metricsSnapshots.id})
            and next.snapshot_time < ${to.toISOString()})`,
          sql`exists (select 1 from ${metricsSnapshots} as before where before.post_id = ${metricsSnapshots.post_id}
            and (before.snapshot_time, before.id) < (${metricsSnapshots.snapshot_time}, ${metricsSnapshots.id}))`,
        ),
      )
      .returning({ id: metricsSnapshots.id });
    count += deleted.length;
    await db
      .insert(taskProgress)
      .values({ task, done_until: to })
      .onConflictDoUpdate({ target: taskProgress.task, set: { done_until: to } });
    // Let other requests run between two days.
    await new Promise(setImmediate);
  }
  return count;
}

/**
 * Deletes the steps of runs that ended more than `days` days ago, except those of each group's last run
 * and each product's last completed step, which decides the product's cooldown and how it is taken off
 * sale. Returns how many.
 */
function deleteOldSteps(handle: Handle, now: Date, days: number): Promise<number> {
  const { db } = handle;
  const later = alias(saleSteps, "later");
  const laterRun = alias(saleRuns, "later_run");
  const ended = db
    .select({ one: sql`1` })
    .from(saleRuns)
    .where(
      and(
        eq(saleRuns.id, saleSteps.run_id),
        lt(saleRuns.ended_at, daysBefore(now, days)),
        sql`${saleRuns.id} < (select max(id) from sale_runs newest where newest.group_id = ${saleRuns.group_id})`,
        or(
          ne(saleSteps.status, "done"),
          sql`exists (${db
            .select({ one: sql`1` })
            .from(later)
            .innerJoin(laterRun, eq(laterRun.id, later.run_id))
            .where(
              and(
                eq(later.product_id, saleSteps.product_id),
                eq(laterRun.group_id, saleRuns.group_id),
                eq(later.status, "done"),
                sql`(${later.done_at}, ${later.run_id}) > (${saleSteps.done_at}, ${saleSteps.run_id})`,
              ),
            )})`,
        ),
      ),
    );
  return deleteInBatches(handle, saleSteps, sql`exists (${ended})`);
}

/** Deletes or thins the history that is older than its retention. Returns the counts, by name. */
export const deleteHistory = async (handle: Handle, now: Date, retention: Retention) => ({
  rejected: await deleteRejected(handle, now, retention.rejected),
  snapshots: await thinSnapshots(handle, now, retention.snapshots),
  sale_steps: await deleteOldSteps(handle, now, retention.saleSteps),
  activity: await deleteOlderThan(handle, activity, activity.at, now, retention.activity),
});
