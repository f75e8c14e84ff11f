import { type SQL, sql } from "drizzle-orm";
import type { Db, Jobs } from "../context.ts";

/** The data of all jobs of a name that are waiting, running or to be retried, as the handle sees them. */
export async function unfinished<Name extends keyof Jobs>(
  db: Db,
  name: Name,
): Promise<Jobs[Name][]> {
  const result = await db.execute(
    sql`select data from pgboss.job where name = ${name} and state < 'completed'`,
  );
  // Both drivers return an object with rows, and only enqueue() inserts jobs, so the data has this type.
  const { rows } = result as unknown as { rows: { data: Jobs[Name] }[] };
  return rows.map(({ data }) => data);
}

/** Matches if a job with this key is waiting, running or to be retried in the queue. */
export const hasUnfinishedJob = (queue: SQL, singletonKey: SQL): SQL =>
  sql`exists (select 1 from pgboss.job as job
        where job.name = ${queue} and job.singleton_key = ${singletonKey} and job.state < 'completed')`;
