import type { Ports } from "../ports/ports.ts";
import type { Context, Jobs } from "./context.ts";

/**
 * The dependencies of a job. The outside world must be called between transactions, not inside one.
 */
export type JobRun = {
  readonly ports: Ports;
  /** The factor by which scheduled times come earlier; 1 is real time. */
  readonly speed: number;
  readonly transaction: <T>(work: (context: Context) => Promise<T>) => Promise<T>;
};

/** The counts of a job by name, for its log line. */
export type JobFigures = { readonly [name: string]: number };

/** The dependencies of a request that acts outside a transaction. */
export type RequestRun = JobRun & {
  /**
   * Runs a transaction whose result is the reply, and stores the reply in it. Without `conclude` the
   * reply is stored after the handler returns, so that a repeat after a crash runs the command again.
   */
  readonly conclude: JobRun["transaction"];
};

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
