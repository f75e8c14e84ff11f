import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import { contextOn, type Enqueue, type Jobs } from "../kernel/context.ts";
import { Fault } from "../kernel/fault.ts";
import { type Log, silence } from "../kernel/log.ts";
import type { Metrics } from "../kernel/metrics.ts";
import type { Job, JobHandlers, JobRun } from "../kernel/runs.ts";
import { atMost } from "../kernel/time-limit.ts";
import type { Ports } from "../ports/ports.ts";
import { openJobStore } from "./job-store.ts";
import { checkConcurrency, policies, type QueueOf, queues } from "./policies.ts";
import { createRunJob } from "./run-job.ts";
import { createRunner, type Runner } from "./runner.ts";

export type JobEngine = {
  /** The dependencies of every job; also used for the tasks of the start. */
  readonly run: JobRun;
  readonly enqueue: Enqueue;
  /** Starts the runners of all queues. */
  readonly work: () => Promise<void>;
  /**
   * Runs all jobs that are due by the clock port, and those that they make due, one after the other.
   * Returns how many ran. Throws the error of the first job that failed, after all have run.
   */
  readonly runDue: () => Promise<number>;
  /** Stops fetching jobs and waits for running ones, at most this number of milliseconds. */
  readonly stop: (timeout?: number) => Promise<void>;
};

type Options = {
  readonly database: Database;
  readonly handlers: JobHandlers;
  readonly ports: Ports;
  readonly speed: number;
  /** False if jobs are run by `runDue()` only: then there are no timers. */
  readonly background?: boolean;
  /** Overrides the limits of `policies`. */
  readonly concurrency?: Config["concurrency"];
  readonly log?: Log;
  readonly metrics?: Pick<Metrics, "job">;
};

/**
 * The interval at which due jobs are looked for, in ms of real time: those that were enqueued for later.
 */
const pollInterval = 2_000;

/** Opens the job store on the given database. No job runs before `work()` or `runDue()`. */
export async function startJobs(options: Options): Promise<JobEngine> {
  const { database, handlers, ports, speed, background = true, log = silence, metrics } = options;
  const { concurrency = {} } = options;
  checkConcurrency(concurrency);
  const runners = new Map<string, Runner>();
  const wake = (name: string) => runners.get(name)?.wake();
  const store = await openJobStore({ database, supervise: background, log, onEnqueued: wake });
  const { enqueue } = store;
  const run: JobRun = {
    ports,
    speed,
    transaction: (work) =>
      database.transaction((db) => work(contextOn(db, { ports, speed, enqueue }, null))),
  };
  const runJob = createRunJob({ handlers, run, store, log, metrics });

  const startRunner = <Name extends keyof Jobs>(queue: QueueOf<Name>) =>
    createRunner<Job<Name>>({
      limit: concurrency[queue.name] ?? policies[queue.name].atATime,
      fetch: (count) => store.fetch(queue, count),
      run: async (job) => {
        try {
          await runJob(queue, job);
        } catch (error) {
          // The job stays active, and is retried when its time is over.
          const facts = { job: queue.name, job_id: job.id };
          log.error("recording the end of a job failed", facts, error);
        }
      },
    });
  const poll = async () => {
    try {
      for (const name of await store.due()) wake(name);
    } catch (error) {
      log.error("looking for due jobs failed", {}, error);
    }
  };
  let polling: NodeJS.Timeout | undefined;

  return {
    run,
    enqueue,
    work: async () => {
      // The folder lock proves that the workers of active jobs are gone. With PostgreSQL they time out.
      if (database.kind === "pglite") await store.retryActive();
      for (const queue of queues) runners.set(queue.queue, startRunner(queue));
      await poll();
      polling = setInterval(poll, Math.min(pollInterval, Math.max(500, pollInterval / speed)));
    },
    runDue: async () => {
      const failures: unknown[] = [];
      let count = 0;
      for (let found = true; found; ) {
        await store.makeDue(ports.clock.now());
        found = false;
        const due = await store.due();
        for (const queue of queues.filter(({ queue: name }) => due.includes(name))) {
          for (const job of await store.fetch(queue, 50)) {
            found = true;
            count += 1;
            if (count > 10_000) throw new Fault("Jobs enqueue jobs endlessly.");
            const failed = await runJob(queue, job);
            if (failed) failures.push(failed.error);
          }
        }
      }
      if (failures.length > 0) throw failures[0];
      return count;
    },
    stop: async (timeout = 20_000) => {
      clearInterval(polling);
      const ended = Promise.all([...runners.values()].map((runner) => runner.stop()));
      await atMost(timeout, ended);
      await store.stop();
    },
  };
}
