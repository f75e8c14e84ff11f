import { inArray, lt } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./client.ts";

/** How many rows one statement deletes: a longer one would keep everybody else waiting. */
const atOnce = 2000;

/** Deletes the rows whose time is more than so many days before now. */
export async function forgetBefore(
  { db }: Pick<Database, "db">,
  table: PgTable & { readonly id: PgColumn },
  time: PgColumn,
  now: Date,
  days: number,
): Promise<void> {
  const limit = new Date(now.getTime() - days * 86_400_000);
  for (;;) {
    const old = db.select({ id: table.id }).from(table).where(lt(time, limit)).limit(atOnce);
    const gone = await db.delete(table).where(inArray(table.id, old)).returning({ id: table.id });
    if (gone.length < atOnce) return;
  }
}
