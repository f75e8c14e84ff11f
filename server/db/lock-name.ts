import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../kernel/context.ts";

/** Waits while another transaction has locked this name, and locks it until this one ends. */
export async function lockName(db: Db, name: string | SQL): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
