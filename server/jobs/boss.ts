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

/** What a job is given. The outside world is called between transactions, never inside one. */
export type JobRun = {
  readonly ports: Ports;
  /** How much faster than the clock scheduled times come; 1 is real time. */
  readonly speed: number;
  readonly transaction: <T>(work: (context: Context) => Promise<T>) => Promise<T>;
};

/** What a job did, in numbers by name, for its line in the log. */
export type JobFigures = { readonly [name: string]: number };

/**
 * One function per job. Delivery is at least once: a job whose function throws, or whose process
 * dies, comes again.
 */
export type JobHandlers = {
  readonly [Name in keyof Jobs]: (
    work: Jobs[Name],
    run: JobRun,
  ) => Promise<JobFigures> | Promise<void>;
};

/** Puts a job, or many by one statement, in the queue within the transaction of the given handle. */
export type Enqueue = <Name extends keyof Jobs>(
  db: Db,
  name: Name,
  work: Jobs[Name] | readonly Jobs[Name][],
  options?: { startAfter?: Date; singletonKey?: string },
) => Promise<void>;

export type JobQueue = {
  /** What every job is given; also for what is done once at the start. */
  readonly run: JobRun;
  /** With a `singletonKey`: nothing is added while a job with the same name and key still waits. */
  readonly enqueue: Enqueue;
  /** Begins to work on what is due, and to follow the timetable. */
  readonly work: () => Promise<void>;
  /**
   * Works on everything that is due by the clock port, and on what that makes due, one after the
   * other. Answers how many jobs ran; throws what the first failed one threw.
   */
  readonly runDue: () => Promise<number>;
  /** Takes no more jobs and waits for those that run, 20 seconds at most. */
  readonly stop: () => Promise<void>;
};

type Options = {
  readonly database: Database;
  readonly handlers: JobHandlers;
  readonly ports: Ports;
  readonly speed: number;
  /** False where jobs run by `runDue()` alone: then there are no timers. */
  readonly background?: boolean;
  readonly log?: Log;
  readonly metrics?: Pick<Metrics, "job">;
};

/** What comes by itself, in UTC, and is made up for once when nothing ran at its time. */
export const timetable = {
  "plan-day": "0 6 * * *",
  "rotate-sales": "0 1 * * 1",
  newsletter: "0 8 * * 1",
} as const satisfies { readonly [Name in keyof Jobs]?: string };

/** The last moment before `now` at which a job of the timetable was due. */
export const lastSlot = (name: keyof typeof timetable, now: Date): Date =>
  CronExpressionParser.parse(timetable[name], { tz: "UTC", currentDate: now }).prev().toDate();

/**
 * The moment that a job of the timetable is working for at `now`: it was started by the database's
 * clock, which may be a little ahead of ours.
 */
export const currentSlot = (name: keyof typeof timetable, now: Date): Date =>
  lastSlot(name, new Date(now.getTime() + 60_000));

/** Opens the queue on the given database; no job runs before `work()` or `runDue()`. */
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
  // Under 'short' a singletonKey alone means that one such job at a time may wait.
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
  const handle = async <Name extends keyof Jobs>(name: Name, { id, data }: Given<Name>) => {
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
      // The lock on the folder says that whoever had these is gone; elsewhere they time out.
      if (database.kind === "pglite") {
        await executeSql("update pgboss.job set state = 'retry' where state = 'active'");
      }
      await catchUp(boss, database, enqueue);
      const pollingIntervalSeconds = Math.min(2, Math.max(0.5, 2 / speed));
      for (const name of names) {
        await boss.work<Jobs[typeof name]>(name, { pollingIntervalSeconds }, async ([job]) => {
          if (!job) return;
          await handle(name, job).catch((error) => {
            throw new Fault(kept(error));
          });
        });
      }
    },
    runDue: async () => {
      const failures: unknown[] = [];
      let count = 0;
      for (let found = true; found; ) {
        // The queue goes by the database's clock, which a test cannot set. A moment ago, because it
        // takes only what was due before now, and PGlite's clock may stand still between two queries.
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
            if (count > 10_000) throw new Fault("Jobs make jobs without end.");
            try {
              await handle(name, job);
              await boss.complete(name, job.id);
            } catch (error) {
              failures.push(error);
              await boss.fail(name, job.id, { message: kept(error) });
            }
          }
        }
      }
      if (failures.length > 0) throw failures[0];
      return count;
    },
    stop: async () => {
      await boss.stop({ graceful: true, wait: true, timeout: 20_000 });
      // pg-boss does not wait for what it writes last: that a job is done.
      await Promise.allSettled(queries);
    },
  };
}

type Given<Name extends keyof Jobs> = { readonly id: string; readonly data: Jobs[Name] };

/** What the queue keeps of a failure: no words, for the table is not a place for what they quote. */
function kept(error: unknown): string {
  const { name, code } = describeError(error);
  return code ? `${name} ${code}` : name;
}

/** How long the queue is. There is an index on what waits. */
export async function queueDepth({ query }: Database): Promise<QueueDepth[]> {
  const { rows } = await query(
    `select name, count(*)::int as count,
       case when state = 'active' then 'running' when start_after <= now() then 'due' else 'later' end as state
     from pgboss.job where state <= 'active' and name not like '\\_\\_pgboss%' group by 1, 3`,
  );
  return rows as QueueDepth[]; // As selected above.
}

/**
 * Enqueues what was due while nothing ran, once each; a first start has missed nothing. Of several
 * servers one at a time looks, and finds what the one before has enqueued, even if it is done.
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

/** What of a job waits, runs or is to come again, as the transaction of the handle sees it. */
export async function unfinished<Name extends keyof Jobs>(
  db: Db,
  name: Name,
): Promise<Jobs[Name][]> {
  const text = "select data from pgboss.job where name = $1 and state < 'completed'";
  const { rows } = await executeOn(db, text, [name]);
  // Nobody puts a job in the queue but enqueue().
  return (rows as { data: Jobs[Name] }[]).map(({ data }) => data);
}

/** Runs text with `$1` placeholders on a handle of drizzle, which numbers its own. */
async function executeOn(db: Db, text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
  const parts = text.split(/\$(\d+)/).map((part, index) =>
    // Every second part is a number. What is undefined is null, as in a driver.
    index % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1] ?? null)}`,
  );
  const result = await db.execute(sql.join(parts));
  // Both drivers answer with rows; the handle's type knows neither.
  return result as unknown as { rows: unknown[] };
}
