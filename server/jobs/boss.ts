import { randomUUID } from "node:crypto";
import { CronExpressionParser } from "cron-parser";
import { sql } from "drizzle-orm";
import PgBoss from "pg-boss";
import type { Context, Db, Jobs } from "../context.ts";
import type { Database } from "../db/client.ts";
import { Fault } from "../fault.ts";
import { describeError, type Log, silence } from "../log.ts";
import type { Metrics, QueueDepth } from "../metrics.ts";
import type { Ports } from "../ports/ports.ts";

/**
 * The dependencies of a job. The outside world must be called between transactions, not inside one.
 */
export type JobRun = {
  readonly ports: Ports;
  /** The factor by which scheduled times come earlier; 1 is real time. */
  readonly speed: number;
  readonly transaction: <T>(work: (context: Context) => Promise<T>) => Promise<T>;
};

/** Counts by name, for the job's log line. */
export type JobFigures = { readonly [name: string]: number };

/**
 * One function per job. Delivery is at least once: a job is retried if its function throws or its
 * process dies.
 */
export type JobHandlers = {
  readonly [Name in keyof Jobs]: (
    work: Jobs[Name],
    run: JobRun,
  ) => Promise<JobFigures> | Promise<void>;
};

/** Inserts a job, or many in one statement, in the transaction of the given handle. */
export type Enqueue = <Name extends keyof Jobs>(
  db: Db,
  name: Name,
  work: Jobs[Name] | readonly Jobs[Name][],
  options?: { startAfter?: Date; singletonKey?: string },
) => Promise<void>;

export type JobQueue = {
  /** The dependencies of every job; also used for the tasks of the start. */
  readonly run: JobRun;
  /** With a `singletonKey`, does nothing while a job with the same name and key is waiting. */
  readonly enqueue: Enqueue;
  /** Starts the workers and the timetable. */
  readonly work: () => Promise<void>;
  /**
   * Runs all jobs that are due by the clock port, and those that they make due, one after the other.
   * Returns how many ran. Throws the error of the first job that failed, after all have run.
   */
  readonly runDue: () => Promise<number>;
  /** Stops fetching jobs and waits for running ones, 20 seconds at most. */
  readonly stop: () => Promise<void>;
};

type Options = {
  readonly database: Database;
  readonly handlers: JobHandlers;
  readonly ports: Ports;
  readonly speed: number;
  /** False if jobs are run by `runDue()` only: then there are no timers. */
  readonly background?: boolean;
  readonly log?: Log;
  readonly metrics?: Pick<Metrics, "job">;
};

/**
 * Periodic jobs, as cron expressions in UTC. A job that was missed while no server ran is run once.
 */
export const timetable = {
  "plan-day": "0 6 * * *",
  "rotate-sales": "0 1 * * 1",
  newsletter: "0 8 * * 1",
} as const satisfies { readonly [Name in keyof Jobs]?: string };

/** The last time before `now` at which a job of the timetable was due. */
export const lastSlot = (name: keyof typeof timetable, now: Date): Date =>
  CronExpressionParser.parse(timetable[name], { tz: "UTC", currentDate: now }).prev().toDate();

/**
 * The slot of a timetable job that runs at `now`. The database's clock, which starts jobs, may be ahead
 * of this machine's by up to a minute.
 */
export const currentSlot = (name: keyof typeof timetable, now: Date): Date =>
  lastSlot(name, new Date(now.getTime() + 60_000));

/** Creates the queue on the given database. No job runs before `work()` or `runDue()`. */
export async function startJobs(options: Options): Promise<JobQueue> {
  const { database, handlers, ports, speed, background = true, log = silence, metrics } = options;
  const queries = new Set<Promise<unknown>>();
  const executeSql = (text: string, values?: unknown[]) => {
    const query = database.query(text, values).finally(() => queries.delete(query));
    queries.add(query);
    return query;
  };

  const boss = new PgBoss({
    db: { executeSql },
    supervise: background,
    schedule: background,
    retryLimit: 3,
    retryDelay: 5,
    retryBackoff: true,
  });
  boss.on("error", (error) => log.error("queue failed", {}, error));
  await boss.start();
  const names = Object.keys(handlers) as (keyof Jobs)[]; // The type has these keys and no others.
  // With the policy 'short', at most one job of a singletonKey waits.
  const known = new Set((await boss.getQueues()).map((queue) => queue.name));
  for (const name of names) {
    if (!known.has(name)) await boss.createQueue(name, { name, policy: "short" });
  }

  const enqueue: Enqueue = async (db, name, work, { startAfter, singletonKey } = {}) => {
    const jobs = [work].flat().map((data) => ({
      name,
      data,
      ...(startAfter && { startAfter }),
      singletonKey: singletonKey ?? randomUUID(),
    }));
    await boss.insert(jobs, { db: { executeSql: (text, values) => executeOn(db, text, values) } });
  };

  const run: JobRun = {
    ports,
    speed,
    transaction: (work) =>
      database.transaction((db) =>
        work({ db, ports, speed, enqueue: (...job) => enqueue(db, ...job) }),
      ),
  };
  const handle = async <Name extends keyof Jobs>(name: Name, { id, data }: JobOf<Name>) => {
    const started = performance.now();
    const end = (outcome: "done" | "failed", figures: JobFigures = {}, error?: unknown) => {
      const ms = performance.now() - started;
      metrics?.job({ name, outcome }, ms / 1000);
      const facts = { ...figures, job: name, job_id: id, outcome, ms: Math.round(ms) };
      log[outcome === "done" ? "info" : "error"]("job", facts, error);
    };
    try {
      end("done", (await handlers[name](data, run)) ?? {});
    } catch (error) {
      end("failed", {}, error);
      throw error;
    }
  };

  return {
    run,
    enqueue,
    work: async () => {
      // The folder lock proves that the workers of active jobs are gone. With PostgreSQL they time
      // out.
      if (database.kind === "pglite") {
        await executeSql("update pgboss.job set state = 'retry' where state = 'active'");
      }
      await catchUp(boss, database, enqueue);
      const pollingIntervalSeconds = Math.min(2, Math.max(0.5, 2 / speed));
      for (const name of names) {
        await boss.work<Jobs[typeof name]>(name, { pollingIntervalSeconds }, async ([job]) => {
          if (!job) return;
          await handle(name, job).catch((error) => {
            throw new Fault(safeSummary(error));
          });
        });
      }
    },
    runDue: async () => {
      const failures: unknown[] = [];
      let count = 0;
      for (let found = true; found; ) {
        // pg-boss compares with the database's clock, which tests cannot set. One second in the past,
        // because it fetches only jobs from before now, and PGlite's clock may not advance in
        // between.
        await executeSql(
          `update pgboss.job set start_after = now() - interval '1 second'
             where state < 'active' and start_after <= $1`,
          [ports.clock.now()],
        );
        found = false;
        for (const name of names) {
          for (const job of await boss.fetch<Jobs[typeof name]>(name, { batchSize: 50 })) {
            found = true;
            count += 1;
            if (count > 10_000) throw new Fault("Jobs enqueue jobs endlessly.");
            try {
              await handle(name, job);
              await boss.complete(name, job.id);
            } catch (error) {
              failures.push(error);
              await boss.fail(name, job.id, { message: safeSummary(error) });
            }
          }
        }
      }
      if (failures.length > 0) throw failures[0];
      return count;
    },
    stop: async () => {
      await boss.stop({ graceful: true, wait: true, timeout: 20_000 });
      // pg-boss does not wait for its last writes, which complete the finished jobs.
      await Promise.allSettled(queries);
    },
  };
}

type JobOf<Name extends keyof Jobs> = { readonly id: string; readonly data: Jobs[Name] };

/** The name and code of an error, to store in the queue's table: its message may quote secrets. */
function safeSummary(error: unknown): string {
  const { name, code } = describeError(error);
  return code ? `${name} ${code}` : name;
}

/** The number of waiting and running jobs, by name and state. An index covers these states. */
export async function queueDepth({ query }: Database): Promise<QueueDepth[]> {
  const { rows } = await query(
    `select name, count(*)::int as count,
       case when state = 'active' then 'running' when start_after <= now() then 'due' else 'later' end as state
     from pgboss.job where state <= 'active' and name not like '\\_\\_pgboss%' group by 1, 3`,
  );
  return rows as QueueDepth[]; // As selected above.
}

/**
 * Enqueues each timetable job that was due while no server ran, once; a first start has missed none.
 * Servers that start together take turns by a lock, and each sees the jobs that the other has
 * enqueued, also if they are done.
 */
async function catchUp(boss: PgBoss, database: Database, enqueue: Enqueue) {
  const names = Object.keys(timetable) as (keyof typeof timetable)[]; // It has these keys and no others.
  await database.transaction(async (db) => {
    await db.execute(sql`select pg_advisory_xact_lock(hashtext('timetable'))`);
    for (const name of names) {
      const { rows } = await executeOn(
        db,
        `select 1 from pgboss.schedule where name = $1 and created_on < $2
           and not exists (select 1 from pgboss.job where name = $1 and created_on >= $2)
           and not exists (select 1 from pgboss.archive where name = $1 and created_on >= $2)`,
        [name, lastSlot(name, new Date()).toISOString()],
      );
      if (rows.length > 0) await enqueue(db, name, {}, { singletonKey: name });
    }
  });
  for (const name of names) {
    await boss.schedule(name, timetable[name], {}, { tz: "UTC", singletonKey: name });
  }
}

/**
 * The data of all jobs of a name that are waiting, running or to be retried, as the handle sees
 * them.
 */
export async function unfinished<Name extends keyof Jobs>(
  db: Db,
  name: Name,
): Promise<Jobs[Name][]> {
  const text = "select data from pgboss.job where name = $1 and state < 'completed'";
  const { rows } = await executeOn(db, text, [name]);
  // Only enqueue() inserts jobs, so the data has this type.
  return (rows as { data: Jobs[Name] }[]).map(({ data }) => data);
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
