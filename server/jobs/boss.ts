import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import PgBoss from "pg-boss";
import { platformTypes } from "@/entities/account/platforms";
import { StartError } from "../config.ts";
import type { Db, EnqueueOptions, Jobs } from "../context.ts";
import type { Database } from "../db/client.ts";
import type { JobFailure } from "../db/job-table.ts";
import { isListedWhenFailed, recordFailedWork, settleFailedWork } from "../domain/failed-work.ts";
import { Fault } from "../fault.ts";
import { describeError, type Log, silence } from "../log.ts";
import type { Metrics, QueueDepth } from "../metrics.ts";
import type { Ports } from "../ports/ports.ts";
import { Refusal } from "../refusal.ts";
import type { JobFigures, JobRun } from "../use-case.ts";
import { createRunner, type Runner } from "./runner.ts";

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
  options?: EnqueueOptions,
) => Promise<void>;

export type JobQueue = {
  /** The dependencies of every job; also used for the tasks of the start. */
  readonly run: JobRun;
  /** With a `singletonKey`, does nothing while a job with the same name and key is waiting. */
  readonly enqueue: Enqueue;
  /** Starts the runners of all queues. */
  readonly work: () => Promise<void>;
  /**
   * Runs all jobs that are due by the clock port, and those that they make due, one after the other.
   * Returns how many ran. Throws the error of the first job that failed, after all have run.
   */
  readonly runDue: () => Promise<number>;
  /** Stops fetching jobs and waits for running ones, for so many milliseconds at most. */
  readonly stop: (patience?: number) => Promise<void>;
};

type Options = {
  readonly database: Database;
  readonly handlers: JobHandlers;
  readonly ports: Ports;
  readonly speed: number;
  /** False if jobs are run by `runDue()` only: then there are no timers. */
  readonly background?: boolean;
  /** Jobs of a queue that run side by side, at most; the defaults are in `policies`. */
  readonly concurrency?: { readonly [Name in keyof Jobs]?: number };
  readonly log?: Log;
  readonly metrics?: Pick<Metrics, "job">;
};

/** How the jobs of a name run. */
type Policy = {
  /** Jobs that run side by side, at most; for each lane of its own. */
  readonly atATime: number;
  /** Retries after a failure: the first after `retryDelay` seconds, each later one after twice the time. */
  readonly retryLimit: number;
  readonly retryDelay: number;
  /** Each lane has a queue of its own, so that a slow one holds up no other. */
  readonly lanes?: readonly string[];
};

const standard: Policy = { atATime: 1, retryLimit: 3, retryDelay: 5 };

const policies: { readonly [Name in keyof Jobs]: Policy } = {
  // A platform that does not answer holds up its own posts only.
  publish: { ...standard, atATime: 20, lanes: platformTypes },
  generate: { ...standard, atATime: 3 },
  "plan-day": standard,
  measure: { ...standard, atATime: 10 },
  "sync-products": { ...standard, atATime: 3 },
  newsletter: standard,
  "send-newsletter": { ...standard, atATime: 3 },
  "rotate-sales": standard,
  "rotate-sale": { ...standard, atATime: 3 },
};

const queueOf = (name: keyof Jobs, lane?: string) => (lane ? `${name}-${lane}` : name);

/** How often due jobs are looked for, in ms of real time: those that were enqueued for later. */
const pollInterval = 2_000;

/** Creates the queue on the given database. No job runs before `work()` or `runDue()`. */
export async function startJobs(options: Options): Promise<JobQueue> {
  const { database, handlers, ports, speed, background = true, log = silence, metrics } = options;
  const { concurrency = {} } = options;
  const unknown = Object.keys(concurrency).filter((name) => !Object.hasOwn(policies, name));
  if (unknown.length > 0) {
    throw new StartError(`CONCURRENCY names no job of this server: ${unknown.join(", ")}.`);
  }
  const queries = new Set<Promise<unknown>>();
  const executeSql = (text: string, values?: unknown[]) => {
    const query = database.query(text, values).finally(() => queries.delete(query));
    queries.add(query);
    return query;
  };

  const boss = new PgBoss({ db: { executeSql }, supervise: background, schedule: false });
  boss.on("error", (error) => log.error("queue failed", {}, error));
  await boss.start();
  const names = Object.keys(handlers) as (keyof Jobs)[]; // The type has these keys and no others.
  const queues = names.flatMap((name) =>
    // The queue without a lane has the jobs of earlier releases.
    [undefined, ...(policies[name].lanes ?? [])].map((lane) => ({
      name,
      queue: queueOf(name, lane),
    })),
  );
  const known = new Set((await boss.getQueues()).map((queue) => queue.name));
  // Earlier releases measured by one job for each post.
  if (known.has("metrics")) await executeSql("delete from pgboss.job where name = 'metrics'");
  for (const { queue } of queues) {
    // With the policy 'short', at most one job of a singletonKey waits.
    if (!known.has(queue)) await boss.createQueue(queue, { name: queue, policy: "short" });
  }

  const runners = new Map<string, Runner>();
  const enqueue: Enqueue = async (db, name, work, { startAfter, singletonKey, lane } = {}) => {
    const queue = queueOf(name, lane);
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
    await boss.insert(jobs, { db: { executeSql: (text, values) => executeOn(db, text, values) } });
    database.afterCommit(() => runners.get(queue)?.wake());
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

  /** Runs one fetched job and records how it ended. Returns the error of a job that failed. */
  const runAndRecord = async <Name extends keyof Jobs>(
    name: Name,
    queue: string,
    job: JobOf<Name>,
  ): Promise<{ readonly error: unknown } | undefined> => {
    const failed = await handle(name, job).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    if (failed) await boss.fail(queue, job.id, failureOf(failed.error));
    else await boss.complete(queue, job.id);
    if (isListedWhenFailed(name)) {
      await run.transaction<unknown>((context) =>
        failed ? recordFailedWork(context) : settleFailedWork(context, name, job.data),
      );
    }
    return failed;
  };
  const runJob = <Name extends keyof Jobs>(name: Name, queue: string, job: JobOf<Name>) =>
    runAndRecord(name, queue, job).then(
      () => undefined,
      // A job that stays active is retried when its time is over.
      (error: unknown) =>
        log.error("recording the end of a job failed", { job: name, job_id: job.id }, error),
    );
  let polling: NodeJS.Timeout | undefined;

  return {
    run,
    enqueue,
    work: async () => {
      // The folder lock proves that the workers of active jobs are gone. With PostgreSQL they time
      // out.
      if (database.kind === "pglite") {
        await executeSql("update pgboss.job set state = 'retry' where state = 'active'");
      }
      for (const { name, queue } of queues) {
        const runner = createRunner<JobOf<typeof name>>({
          limit: concurrency[name] ?? policies[name].atATime,
          fetch: (count) => boss.fetch<Jobs[typeof name]>(queue, { batchSize: count }),
          run: (job) => runJob(name, queue, job),
        });
        runners.set(queue, runner);
      }
      const poll = () =>
        dueQueues(executeSql)
          .then((due) => {
            for (const queue of due) runners.get(queue)?.wake();
          })
          .catch((error) => log.error("looking for due jobs failed", {}, error));
      await poll();
      const interval = Math.min(pollInterval, Math.max(500, pollInterval / speed));
      polling = setInterval(poll, interval);
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
        for (const { name, queue } of queues) {
          for (const job of await boss.fetch<Jobs[typeof name]>(queue, { batchSize: 50 })) {
            found = true;
            count += 1;
            if (count > 10_000) throw new Fault("Jobs enqueue jobs endlessly.");
            const failed = await runAndRecord(name, queue, job);
            if (failed) failures.push(failed.error);
          }
        }
      }
      if (failures.length > 0) throw failures[0];
      return count;
    },
    stop: async (patience = 20_000) => {
      clearInterval(polling);
      const ended = Promise.all([...runners.values()].map((runner) => runner.stop()));
      await Promise.race([ended, delay(patience, undefined, { ref: false })]);
      await boss.stop({ graceful: true, wait: true, timeout: 5_000 });
      await Promise.allSettled(queries);
    },
  };
}

type JobOf<Name extends keyof Jobs> = { readonly id: string; readonly data: Jobs[Name] };

/**
 * Stored in the queue's table: the name and code of an error, because its message may quote secrets.
 * That of a Fault or a Refusal does not, so it is the cause that operators see.
 */
function failureOf(error: unknown): JobFailure {
  const { name, code } = describeError(error);
  const message = code ? `${name} ${code}` : name;
  if (error instanceof Fault || error instanceof Refusal) return { message, cause: error.message };
  return name === "TimeoutError" ? { message, cause: "There was no answer in time." } : { message };
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

/** The queues that have a job which is due. */
async function dueQueues(
  executeSql: (text: string) => Promise<{ rows: unknown[] }>,
): Promise<string[]> {
  const { rows } = await executeSql(
    `select queue.name from pgboss.queue as queue where exists (
       select 1 from pgboss.job where job.name = queue.name and job.state < 'active' and job.start_after < now()
     )`,
  );
  return (rows as { name: string }[]).map(({ name }) => name); // As selected above.
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
