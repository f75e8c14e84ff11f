import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import PgBoss from "pg-boss";
import type { Database } from "../db/database.ts";
import type { JobFailure } from "../db/job-table.ts";
import type { Db, Enqueue, Jobs } from "../kernel/context.ts";
import type { Log } from "../kernel/log.ts";
import type { QueueDepth } from "../kernel/metrics.ts";
import type { Job } from "../kernel/runs.ts";
import { policies, type QueueOf, queueName, queues } from "./policies.ts";

/** The jobs in the database, by pg-boss. A job is active from `fetch` until `complete` or `fail`. */
export type JobStore = {
  /**
   * With a `singletonKey`, adds nothing while a job with the same name and key is waiting; with `moves`
   * too, that job gets the new time.
   */
  readonly enqueue: Enqueue;
  /** The names of the queues that have a job which is due. */
  readonly due: () => Promise<string[]>;
  readonly fetch: <Name extends keyof Jobs>(
    from: QueueOf<Name>,
    count: number,
  ) => Promise<readonly Job<Name>[]>;
  readonly complete: (queue: string, id: string) => Promise<void>;
  /** Has a job retried, or ends it if it has failed too often or `isFinal`. */
  readonly fail: (
    queue: string,
    id: string,
    failure: JobFailure,
    isFinal?: boolean,
  ) => Promise<void>;
  /** Has all active jobs retried: only where no other process can be running them. */
  readonly retryActive: () => Promise<void>;
  /** Makes jobs due whose time has come by the given clock, which may be ahead of the database's. */
  readonly makeDue: (now: Date) => Promise<void>;
  /** Stops the maintenance, and waits for the queries that are running. */
  readonly stop: () => Promise<void>;
};

type Options = {
  readonly database: Database;
  /** If true, pg-boss looks regularly for jobs whose process died, and deletes old ones. */
  readonly supervise: boolean;
  readonly log: Log;
  /** Called after the commit of each `enqueue`. */
  readonly onEnqueued: (queue: string) => void;
};

/** Opens the job store of a migrated database, and creates what is missing. */
export async function openJobStore({
  database,
  supervise,
  log,
  onEnqueued,
}: Options): Promise<JobStore> {
  const queries = new Set<Promise<unknown>>();
  const executeSql = (text: string, values?: unknown[]) => {
    const query = database.query(text, values).finally(() => queries.delete(query));
    queries.add(query);
    return query;
  };
  const boss = new PgBoss({ db: { executeSql }, supervise, schedule: false });
  boss.on("error", (error) => log.error("queue failed", {}, error));
  await boss.start();
  const known = new Set((await boss.getQueues()).map(({ name }) => name));
  // Earlier releases measured by one job for each post.
  if (known.has("metrics")) await executeSql("delete from pgboss.job where name = 'metrics'");
  for (const { queue } of queues) {
    // With the policy 'short', at most one job of a singletonKey waits.
    if (!known.has(queue)) await boss.createQueue(queue, { name: queue, policy: "short" });
  }

  return {
    enqueue: async (db, name, work, { startAfter, singletonKey, moves, lane } = {}) => {
      const queue = queueName(name, lane);
      const { retryLimit, retryDelay } = policies[name];
      const jobs = [work].flat().map((data) => ({
        name: queue,
        data,
        ...(startAfter && { startAfter }),
        singletonKey: singletonKey ?? randomUUID(),
        retryLimit,
        retryDelay,
        retryBackoff: true,
      }));
      if (moves && startAfter && singletonKey) {
        // The condition of the unique index of the policy 'short', so that the index applies.
        await executeOn(
          db,
          `update pgboss.job set start_after = $1 where name = $2
             and coalesce(singleton_key, '') = $3 and state = 'created' and policy = 'short'`,
          [startAfter, queue, singletonKey],
        );
      }
      await boss.insert(jobs, {
        db: { executeSql: (text, values) => executeOn(db, text, values) },
      });
      database.afterCommit(() => onEnqueued(queue));
    },
    due: async () => {
      const { rows } = await executeSql(
        `select queue.name from pgboss.queue as queue where exists (
           select 1 from pgboss.job where job.name = queue.name and job.state < 'active' and job.start_after < now()
         )`,
      );
      return (rows as { name: string }[]).map(({ name }) => name); // As selected above.
    },
    fetch: <Name extends keyof Jobs>({ queue }: QueueOf<Name>, count: number) =>
      boss.fetch<Jobs[Name]>(queue, { batchSize: count }),
    complete: (queue, id) => boss.complete(queue, id),
    fail: async (queue, id, failure, isFinal = false) => {
      if (isFinal) {
        await executeSql(
          "update pgboss.job set retry_limit = retry_count where name = $1 and id = $2",
          [queue, id],
        );
      }
      await boss.fail(queue, id, failure);
    },
    retryActive: async () => {
      await executeSql("update pgboss.job set state = 'retry' where state = 'active'");
    },
    makeDue: async (now) => {
      // pg-boss compares with the database's clock, which tests cannot set. One second in the past,
      // because it fetches only jobs from before now, and PGlite's clock may not advance in between.
      // A job that another server moves at this moment is left to it: the two would lock the jobs in
      // different orders.
      await executeSql(
        `update pgboss.job set start_after = now() - interval '1 second' where id in (
           select id from pgboss.job where state < 'active' and start_after <= $1
           for update skip locked
         )`,
        [now],
      );
    },
    stop: async () => {
      await boss.stop({ graceful: true, wait: true, timeout: 5_000 });
      await Promise.allSettled(queries);
    },
  };
}

/** Returns the number of waiting and running jobs, by name and state. An index covers these states. */
export async function queueDepth({ query }: Database): Promise<QueueDepth[]> {
  const { rows } = await query(
    `select name, count(*)::int as count,
       case when state = 'active' then 'running' when start_after <= now() then 'due' else 'later' end as state
     from pgboss.job where state <= 'active' and name not like '\\_\\_pgboss%' group by 1, 3`,
  );
  return rows as QueueDepth[]; // As selected above.
}

/** Runs SQL with `$1` placeholders on a Drizzle handle, which numbers its own placeholders. */
async function executeOn(db: Db, text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
  const parts = text.split(/\$(\d+)/).map((part, index) =>
    // Every second part is a placeholder's number. Drivers treat undefined as null; Drizzle does not.
    index % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1] ?? null)}`,
  );
  const result = await db.execute(sql.join(parts));
  // Both drivers return an object with rows; the type of `Db` does not say so.
  return result as unknown as { rows: unknown[] };
}
