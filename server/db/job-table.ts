import { sql } from "drizzle-orm";
import type { Db, Jobs } from "../context.ts";

/**
 * The data of all jobs of a name that are waiting, running or to be retried, as the handle sees them.
 * With `dueAt`, without those that wait for a later time.
 */
export async function unfinished<Name extends keyof Jobs>(
  db: Db,
  name: Name,
  dueAt?: Date,
): Promise<Jobs[Name][]> {
  const isDue = dueAt ? sql`start_after <= ${dueAt.toISOString()}` : sql`true`;
  const result = await db.execute(
    sql`select data from pgboss.job where name = ${name} and state < 'completed' and ${isDue}`,
  );
  // Both drivers return an object with rows, and only enqueue() inserts jobs, so the data has this type.
  const { rows } = result as unknown as { rows: { data: Jobs[Name] }[] };
  return rows.map(({ data }) => data);
}

/** Of these singleton keys, those with a job that is waiting, running or to be retried. */
export async function keysWithJob(
  db: Db,
  name: keyof Jobs,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const result = await db.execute(
    sql`select singleton_key from pgboss.job
        where starts_with(name, ${name}) and state < 'completed'
          and singleton_key = any(${sql.param([...keys])})`,
  );
  // Both drivers return an object with rows.
  const { rows } = result as unknown as { rows: { singleton_key: string }[] };
  return new Set(rows.map(({ singleton_key }) => singleton_key));
}
