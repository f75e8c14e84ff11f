export type RunnerOptions<Job> = {
  /** Takes up to `count` due jobs from the queue. It must not throw. */
  readonly fetch: (count: number) => Promise<readonly Job[]>;
  /** Runs one job. It must not throw. */
  readonly run: (job: Job) => Promise<void>;
  /** The number of jobs that run at the same time, at most. */
  readonly limit: number;
};

export type Runner = {
  /** Fetches jobs now, or as soon as a running job ends. */
  readonly wake: () => void;
  /** Fetches no more jobs and resolves when the running ones have ended. */
  readonly stop: () => Promise<void>;
};

/** Runs the jobs of one queue side by side. It fetches jobs when it is woken and when a job has ended. */
export function createRunner<Job>({ fetch, run, limit }: RunnerOptions<Job>): Runner {
  const running = new Set<Promise<void>>();
  let isStopped = false;
  let isWoken = false;
  let filling: Promise<void> | undefined;

  async function fill() {
    while (isWoken && !isStopped && running.size < limit) {
      isWoken = false;
      const jobs = await fetch(limit - running.size);
      for (const job of jobs) begin(job);
    }
  }

  function begin(job: Job) {
    const ended: Promise<void> = run(job).finally(() => {
      running.delete(ended);
      wake();
    });
    running.add(ended);
  }

  function wake() {
    isWoken = true;
    if (filling || isStopped || running.size >= limit) return;
    filling = fill().finally(() => {
      filling = undefined;
      // Woken after the loop had looked for the last time.
      if (isWoken) wake();
    });
  }

  return {
    wake,
    stop: async () => {
      isStopped = true;
      await filling;
      await Promise.all(running);
    },
  };
}
