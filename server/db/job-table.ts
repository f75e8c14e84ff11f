import { sql } from "drizzle-orm";
import type { Db, Jobs } from "../kernel/context.ts";
import { failedWork } from "./schema.ts";

/** The stored failure of a job; `value` if the job store gave up a job that took too long. */
export type JobFailure = {
  /** The error's name and code. */
  readonly message?: string;
  /** The failure in words, if they can be shown to operators. */
  readonly cause?: string;
  readonly value?: object;
};

/** A job that failed for good. */
export type FailedJob<Name extends keyof Jobs> = {
  readonly id: string;
  readonly name: Name;
  readonly data: Jobs[Name];
  readonly singleton_key: string;
  readonly output: JobFailure | null;
};

/**
 * Returns the jobs of these names that failed for good within this number of days and are not in
 * `failed_work`, the oldest first.
 */
export async function unrecordedFailures<Name extends keyof Jobs>(
  db: Db,
  names: readonly Name[],
  days: number,
): Promise<{ [One in Name]: FailedJob<One> }[Name][]> {
  const result = await db.execute(
    sql`select id, name, data, singleton_key, output from pgboss.job
        where state = 'failed' and name = any(${sql.param([...names])})
          and completed_on > now() - make_interval(days => ${days})
          and not exists (select 1 from ${failedWork} where job_id = pgboss.job.id)
        order by completed_on`,
  );
  // Both drivers return an object with rows, and only enqueue() inserts jobs, so the data has this type.
  return (result as unknown as { rows: { [One in Name]: FailedJob<One> }[Name][] }).rows;
}

/**
 * Returns the data of all jobs of a name that are waiting, running or to be retried, as the handle
 * sees them. With `dueAt`, without those that wait for a later time.
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

/** Returns those of the singleton keys that have a job which is due, running or to be retried. */
export async function keysWithJob(
  db: Db,
  name: keyof Jobs,
  keys: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const result = await db.execute(
    sql`select singleton_key from pgboss.job
        where starts_with(name, ${name}) and state < 'completed'
          and (state <> 'created' or start_after <= ${now.toISOString()}::timestamptz)
          and singleton_key = any(${sql.param([...keys])})`,
  );
  // Both drivers return an object with rows.
  const { rows } = result as unknown as { rows: { singleton_key: string }[] };
  return new Set(rows.map(({ singleton_key }) => singleton_key));
}
