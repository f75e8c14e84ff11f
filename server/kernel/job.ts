import type { Jobs } from "./context.ts";
import type { JobFigures, JobRun } from "./use-case.ts";

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

/** A job that was fetched from its queue. */
export type Job<Name extends keyof Jobs> = { readonly id: string; readonly data: Jobs[Name] };
