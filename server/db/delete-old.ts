import { and, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../kernel/context.ts";

/** Rows per statement: a longer statement would block other queries. */
const batchSize = 2000;

const day = 86_400_000;

/** Returns the time this number of days before `now`. */
export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * day);

/** Deletes the rows that match, in batches, each in a transaction of its own. Returns how many. */
export async function deleteInBatches(
  { db }: { readonly db: Db },
  table: PgTable,
  where: SQL | undefined,
): Promise<number> {
  for (let count = 0; ; ) {
    // By the row's place in the table: not every table has an id. A row that is updated meanwhile
    // has moved, and is found by a later run.
    // So is one that another transaction has locked: this one takes its rows in no order.
    const old = db
      .select({ place: sql`ctid` })
      .from(table)
      .where(where)
      .limit(batchSize)
      .for("update", { skipLocked: true });
    const deleted = await db
      .delete(table)
      .where(and(sql`ctid = any(array(${old}))`, where))
      .returning({ one: sql`1` });
    count += deleted.length;
    if (deleted.length < batchSize) return count;
    // Let other requests run between two batches.
    await new Promise(setImmediate);
  }
}

/** Deletes the rows whose `time` is more than `days` days before now. Returns how many. */
export const deleteOlderThan = (
  database: { readonly db: Db },
  table: PgTable,
  time: PgColumn,
  now: Date,
  days: number,
): Promise<number> =>
  deleteInBatches(database, table, sql`${time} < ${daysBefore(now, days).toISOString()}`);
