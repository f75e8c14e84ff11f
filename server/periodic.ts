import { deleteOldSandboxMails } from "./adapters/sandbox/mailer.ts";
import { deleteOldFiles } from "./data-folder.ts";
import type { Database } from "./db/database.ts";
import { enqueueRefreshes } from "./features/accounts/index.ts";
import { deleteOldFailedWork, recordFailedWork } from "./features/failed-work/index.ts";
import { deleteOldMails, recoverAbandonedMails } from "./features/newsletter/index.ts";
import { enqueueMeasurements } from "./features/performance/index.ts";
import { deleteHistory, deleteUnusedMedia, type Retention } from "./features/retention/index.ts";
import { enqueueDue, recoverAbandoned } from "./features/scheduler/index.ts";
import { deleteOldKeys } from "./http/idempotency.ts";
import type { Sessions } from "./http/sign-in/sign-in.ts";
import { enqueueSlots } from "./jobs/timetable.ts";
import type { Log } from "./kernel/log.ts";
import type { JobRun } from "./kernel/runs.ts";
import { atMost } from "./kernel/time-limit.ts";
import type { MediaStore } from "./ports/media-store.ts";

const minute = 60_000;
const hour = 60 * minute;

type Task = {
  readonly task: string;
  /** The interval, in ms. */
  readonly every: number;
  /** Returns how many things it has done; undefined if it logs them itself. */
  readonly run: () => Promise<number | undefined>;
};

type Options = {
  readonly transaction: JobRun["transaction"];
  readonly database: Database;
  readonly sessions: Pick<Sessions, "deleteExpired">;
  readonly retention: Retention;
  readonly mediaStore: MediaStore;
  /** Folders whose files are needed for a day. */
  readonly folders: readonly string[];
  readonly log: Log;
};

/**
 * Returns the tasks that a running server does periodically. Several processes may do them at the
 * same time.
 */
const tasksOf = ({ transaction, ...options }: Options): readonly Task[] => [
  {
    task: "enqueue slots of the timetable",
    every: minute,
    run: () => transaction(enqueueSlots),
  },
  {
    task: "enqueue posts that are due",
    every: minute,
    run: () => transaction(enqueueDue),
  },
  {
    task: "enqueue measurements that are due",
    every: minute,
    run: () => transaction(enqueueMeasurements),
  },
  {
    // The process that claimed them was killed, or they would have an outcome by now.
    task: "recover abandoned posts",
    every: minute,
    run: () => transaction(recoverAbandoned),
  },
  {
    task: "recover abandoned mails",
    every: minute,
    run: () => transaction(recoverAbandonedMails),
  },
  {
    // A job whose process was killed fails in the queue's own maintenance.
    task: "record failed work",
    every: minute,
    run: () => transaction(recordFailedWork),
  },
  {
    task: "refresh credentials that end soon",
    every: 6 * hour,
    run: () => transaction(enqueueRefreshes),
  },
  {
    task: "delete files that are a day old",
    every: hour,
    run: () => deleteOldFiles(options.folders, new Date()),
  },
  {
    task: "delete unused media",
    every: 6 * hour,
    run: () => deleteUnusedMedia(options.database, options.mediaStore, new Date()),
  },
  {
    task: "delete old data",
    every: 6 * hour,
    run: () => deleteOldData(options),
  },
];

async function deleteOldData({
  database,
  sessions,
  retention,
  log,
}: Pick<Options, "database" | "sessions" | "retention" | "log">): Promise<undefined> {
  const now = new Date();
  const deleted = {
    sessions: await sessions.deleteExpired(),
    idempotency_keys: await deleteOldKeys(database, now),
    mails: await deleteOldMails(database, now),
    failed_work: await deleteOldFailedWork(database, now),
    sandbox_mails: await deleteOldSandboxMails(database, now),
    ...(await deleteHistory(database, now, retention)),
  };
  if (Object.values(deleted).some((count) => count > 0)) log.info("old data deleted", deleted);
}

export type Periodic = {
  /** Runs the tasks of every minute once: what has become due while no server was running. */
  readonly catchUp: () => Promise<void>;
  /** Starts the timers, and runs the tasks with longer intervals for the first time. */
  readonly start: () => void;
  /** Ends the timers and waits for running tasks, at most this number of milliseconds. */
  readonly stop: (timeout: number) => Promise<void>;
};

/**
 * Returns the periodic tasks of a server. One that fails is logged, and runs again after its interval.
 */
export function createPeriodic(options: Options): Periodic {
  const { log } = options;
  const tasks = tasksOf(options);
  const intervals = [...new Set(tasks.map(({ every }) => every))];
  const running = new Set<Promise<void>>();
  let timers: NodeJS.Timeout[] = [];
  let isStopped = false;

  async function runEach(interval: number) {
    for (const { task, run } of tasks.filter(({ every }) => every === interval)) {
      if (isStopped) return;
      try {
        const count = await run();
        if (count) log.info("task", { task, count });
      } catch (error) {
        log.error("task failed", { task }, error);
      }
    }
  }

  function begin(interval: number): Promise<void> {
    const ended = runEach(interval).finally(() => running.delete(ended));
    running.add(ended);
    return ended;
  }

  return {
    catchUp: () => begin(minute),
    start: () => {
      timers = intervals.map((every) => setInterval(() => void begin(every), every).unref());
      for (const every of intervals) if (every !== minute) void begin(every);
    },
    stop: async (timeout) => {
      isStopped = true;
      for (const timer of timers) clearInterval(timer);
      await atMost(timeout, Promise.all(running));
    },
  };
}
