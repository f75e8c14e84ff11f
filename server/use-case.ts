import type { Context } from "./context.ts";
import type { Ports } from "./ports/ports.ts";

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

/** The dependencies of a request that acts outside a transaction. */
export type RequestRun = JobRun & {
  /**
   * Runs a transaction whose result is the reply, and stores the reply in it. Without `conclude` the
   * reply is stored after the handler returns, so that a repeat after a crash runs the command again.
   */
  readonly conclude: JobRun["transaction"];
};

/** A list of any length, in parts: each part is sent before the next is read. */
export type Parts<Item> = AsyncIterable<readonly Item[]>;
