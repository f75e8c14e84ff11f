import type { JobFailure } from "../db/job-table.ts";
import {
  isListedWhenFailed,
  recordFailedWork,
  settleFailedWork,
} from "../features/failed-work/index.ts";
import type { Jobs } from "../kernel/context.ts";
import { Fault, RefusedWork } from "../kernel/fault.ts";
import { describeError, type Log } from "../kernel/log.ts";
import type { Metrics } from "../kernel/metrics.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { Job, JobFigures, JobHandlers, JobRun } from "../kernel/runs.ts";
import type { JobStore } from "./job-store.ts";
import type { QueueOf } from "./policies.ts";

/**
 * The function that runs one fetched job and records how it ended. It returns the error of a job that
 * failed; throws if the end cannot be recorded.
 */
export type RunJob = <Name extends keyof Jobs>(
  queue: QueueOf<Name>,
  job: Job<Name>,
) => Promise<{ readonly error: unknown } | undefined>;

type Options = {
  readonly handlers: JobHandlers;
  readonly run: JobRun;
  readonly store: Pick<JobStore, "complete" | "fail">;
  readonly log: Log;
  readonly metrics: Pick<Metrics, "job"> | undefined;
};

/** Makes the function that runs a job: calls its handler, logs, measures, and records the end. */
export function createRunJob({ handlers, run, store, log, metrics }: Options): RunJob {
  const handle = async <Name extends keyof Jobs>(name: Name, { id, data }: Job<Name>) => {
    const started = performance.now();
    const end = (outcome: "done" | "failed", figures: JobFigures = {}, error?: unknown) => {
      const ms = performance.now() - started;
      metrics?.job({ name, outcome }, ms / 1000);
      const facts = { ...figures, job: name, job_id: id, outcome, ms: Math.round(ms) };
      log[outcome === "done" ? "info" : "error"]("job", facts, error);
    };
    try {
      end("done", (await handlers[name](data, run)) ?? {});
      return undefined;
    } catch (error) {
      end("failed", {}, error);
      return { error };
    }
  };

  return async ({ name, queue: from }, job) => {
    const failed = await handle(name, job);
    if (failed) {
      const isFinal = failed.error instanceof RefusedWork;
      await store.fail(from, job.id, failureOf(failed.error), isFinal);
    } else await store.complete(from, job.id);
    if (isListedWhenFailed(name)) {
      await run.transaction<unknown>((context) =>
        failed ? recordFailedWork(context) : settleFailedWork(context, name, job.data),
      );
    }
    return failed;
  };
}

/**
 * Returns what is stored in the job's row: the name and code of an error, because its message may
 * quote secrets. That of a Fault, a RefusedWork or a Refusal does not, so it is the cause that
 * operators see.
 */
function failureOf(error: unknown): JobFailure {
  const { name, code } = describeError(error);
  const message = code ? `${name} ${code}` : name;
  if (error instanceof Fault || error instanceof RefusedWork || error instanceof Refusal) {
    return { message, cause: error.message };
  }
  return name === "TimeoutError" ? { message, cause: "There was no answer in time." } : { message };
}
