import { inArray, lt } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./client.ts";

/** Rows per statement: a longer statement would block other queries. */
const batchSize = 2000;

/** Deletes the rows whose `time` is more than `days` days before now, in batches. */
export async function deleteOlderThan(
  { db }: Pick<Database, "db">,
  table: PgTable & { readonly id: PgColumn },
  time: PgColumn,
  now: Date,
  days: number,
): Promise<void> {
  const limit = new Date(now.getTime() - days * 86_400_000);
  for (;;) {
    const old = db.select({ id: table.id }).from(table).where(lt(time, limit)).limit(batchSize);
    const deleted = await db
      .delete(table)
      .where(inArray(table.id, old))
      .returning({ id: table.id });
    if (deleted.length < batchSize) return;
  }
}
