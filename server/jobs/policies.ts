import { platformTypes } from "@/entities/account/platforms";
import type { Config } from "../config.ts";
import type { Jobs } from "../kernel/context.ts";
import { StartError } from "../kernel/fault.ts";

/** The rules by which the jobs of a name run. */
type Policy = {
  /** Jobs that run side by side, at most; for each lane of its own. */
  readonly atATime: number;
  /**
   * Retries after a failure: the first after `retryDelay` seconds, each later one after twice the time.
   */
  readonly retryLimit: number;
  readonly retryDelay: number;
  /** Each lane has a queue of its own, so that a slow one holds up no other. */
  readonly lanes?: readonly string[];
};

const standard: Policy = { atATime: 1, retryLimit: 3, retryDelay: 5 };

export const policies: { readonly [Name in keyof Jobs]: Policy } = {
  generate: { ...standard, atATime: 3 },
  // A platform that does not answer holds up its own posts only.
  publish: { ...standard, atATime: 20, lanes: platformTypes },
  "plan-day": standard,
  measure: { ...standard, atATime: 10 },
  "refresh-credentials": { ...standard, atATime: 3 },
  "sync-products": { ...standard, atATime: 3 },
  "rotate-sales": standard,
  "rotate-sale": { ...standard, atATime: 3 },
  newsletter: standard,
  "send-newsletter": { ...standard, atATime: 3 },
};

/** A queue, and the name of the jobs in it. */
export type QueueOf<Name extends keyof Jobs> = { readonly name: Name; readonly queue: string };

/** Returns the name of the queue of a job, or of one of its lanes. */
export const queueName = (name: keyof Jobs, lane?: string) => (lane ? `${name}-${lane}` : name);

const names = Object.keys(policies) as (keyof Jobs)[]; // The type has these keys and no others.

/** All queues. Where there are lanes, the queue without one has the jobs of earlier releases. */
export const queues: readonly QueueOf<keyof Jobs>[] = names.flatMap((name) =>
  [undefined, ...(policies[name].lanes ?? [])].map((lane) => ({
    name,
    queue: queueName(name, lane),
  })),
);

/** Throws a StartError if a limit is for a job that does not exist: it would have no effect. */
export function checkConcurrency(concurrency: Config["concurrency"]): void {
  const unknown = Object.keys(concurrency).filter((name) => !Object.hasOwn(policies, name));
  if (unknown.length === 0) return;
  throw new StartError(`CONCURRENCY names no job of this server: ${unknown.join(", ")}.`);
}
