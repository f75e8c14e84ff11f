import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import PgBoss from "pg-boss";
import type { Context, Db, Jobs } from "../context.ts";
import { type Database, describeError } from "../db/client.ts";
import type { Ports } from "../ports/ports.ts";

/** What a job is given. The outside world is called between transactions, never inside one. */
export type JobRun = {
  readonly ports: Ports;
  /** How much faster than the clock scheduled times come; 1 is real time. */
  readonly speed: number;
  readonly transaction: <T>(work: (context: Context) => Promise<T>) => Promise<T>;
};

/**
 * One function per job. Delivery is at least once: a job whose function throws, or whose process
 * dies, comes again.
 */
export type JobHandlers = {
  readonly [Name in keyof Jobs]: (work: Jobs[Name], run: JobRun) => Promise<void>;
};

/** Puts a job in the queue within the transaction of the given handle. */
export type Enqueue = <Name extends keyof Jobs>(
  db: Db,
  name: Name,
  work: Jobs[Name],
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
};

/** The daily planner: 06:00 UTC. */
const planner = { name: "plan-day", cron: "0 6 * * *", hour: 6 } as const;

/** Opens the queue on the given database; no job runs before `work()` or `runDue()`. */
export async function startJobs(options: Options): Promise<JobQueue> {
  const { database, handlers, ports, speed, background = true } = options;
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
  boss.on("error", (error) => console.error(`Jobs: ${error.name}: ${error.message}`));
  await boss.start();
  const names = Object.keys(handlers) as (keyof Jobs)[]; // The type has these keys and no others.
  // Under 'short' a singletonKey alone means that one such job at a time may wait.
  const known = new Set((await boss.getQueues()).map((queue) => queue.name));
  for (const name of names) {
    if (!known.has(name)) await boss.createQueue(name, { name, policy: "short" });
  }

  const enqueue: Enqueue = async (db, name, work, { startAfter, singletonKey } = {}) => {
    await boss.send(name, work, {
      ...(startAfter && { startAfter }),
      singletonKey: singletonKey ?? randomUUID(),
      db: { executeSql: (text, values) => executeOn(db, text, values) },
    });
  };

  const run: JobRun = {
    ports,
    speed,
    transaction: (work) =>
      database.transaction((db) =>
        work({ db, ports, speed, enqueue: (...job) => enqueue(db, ...job) }),
      ),
  };
  const handle = <Name extends keyof Jobs>(name: Name, data: Jobs[Name]) =>
    handlers[name](data, run);

  return {
    run,
    enqueue,
    work: async () => {
      // The lock on the folder says that whoever had these is gone; elsewhere they time out.
      if (database.kind === "pglite") {
        await executeSql("update pgboss.job set state = 'retry' where state = 'active'");
      }
      await catchUp(boss, executeSql);
      const pollingIntervalSeconds = Math.min(2, Math.max(0.5, 2 / speed));
      for (const name of names) {
        await boss.work<Jobs[typeof name]>(name, { pollingIntervalSeconds }, async ([job]) => {
          if (!job) return;
          await handle(name, job.data).catch((error) => {
            console.error(`Job ${name}: ${describeError(error)}`);
            throw error;
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
            if (count > 10_000) throw new Error("Jobs make jobs without end.");
            try {
              await handle(name, job.data);
              await boss.complete(name, job.id);
            } catch (error) {
              failures.push(error);
              await boss.fail(name, job.id, { message: String(error) });
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

/** Plans the day at once when its slot passed while nothing ran; a first start has missed nothing. */
async function catchUp(boss: PgBoss, executeSql: PgBoss.Db["executeSql"]) {
  const slot = new Date();
  if (slot.getUTCHours() < planner.hour) slot.setUTCDate(slot.getUTCDate() - 1);
  slot.setUTCHours(planner.hour, 0, 0, 0);
  const { rows } = await executeSql(
    `select 1 from pgboss.schedule where name = $1 and created_on < $2
       and not exists (select 1 from pgboss.job where name = $1 and created_on >= $2)
       and not exists (select 1 from pgboss.archive where name = $1 and created_on >= $2)`,
    [planner.name, slot],
  );
  // Of several servers that find it missing one wins: the key may wait once.
  if (rows.length > 0) await boss.send(planner.name, {}, { singletonKey: planner.name });
  await boss.schedule(planner.name, planner.cron, {}, { tz: "UTC", singletonKey: planner.name });
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
