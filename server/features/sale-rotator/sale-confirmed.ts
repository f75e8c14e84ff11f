import { randomUUID } from "node:crypto";
import type { saleRotatorApi } from "@/features/sale-rotator/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import type { Context } from "../../kernel/context.ts";
import { rowId } from "../../kernel/ids.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { RequestRun } from "../../kernel/runs.ts";
import type { ShopConnection } from "../../ports/shop.ts";
import { hasActiveWorker, lockRunsOf, whyBlocked } from "./sale-blocking.ts";
import {
  areSteps,
  type ConfirmedStep,
  confirmedOnWire,
  type Lists,
  nothingOnWire,
} from "./sale-on-wire.ts";
import {
  assignWorker,
  endAbandonedRun,
  endRun,
  latestConfirmedRun,
  releaseWorker,
  stopAfterStep,
  unendedRun,
} from "./sale-runs.ts";
import { activeSaleSettings } from "./sale-settings.ts";
import { applyStep, connectionOf, survey } from "./sale-shop.ts";
import { type RunStarter, startOrResume } from "./sale-start.ts";
import {
  beginStep,
  finishStep,
  progress,
  type RunRow,
  type StepRow,
  stepsOf,
  whyRunEnded,
} from "./sale-steps.ts";

/** Does the first listed step; null starts a confirmed run, which changes nothing yet. */
export const confirmedStep = (
  run: RequestRun,
  groupId: Id,
  lists: Lists | null,
  starter: RunStarter,
): Promise<ConfirmedStep> =>
  lists === null ? startConfirmed(run, groupId, starter) : takeStep(run, groupId, lists);

async function startConfirmed(
  run: RequestRun,
  groupId: Id,
  { user, command }: RunStarter,
): Promise<ConfirmedStep> {
  const shop = await survey(run, groupId);
  const order = { kind: "confirmed", origin: command, started_by: user.name } as const;
  return run.conclude(async (context) => {
    const opened = await startOrResume(context, shop, order, null);
    if (opened.state === "blocked") throw new Refusal(409, opened.why);
    if (opened.state === "ended") {
      throw new Refusal(409, await whyRunEnded(context.db, opened.run));
    }
    if (opened.state === "nothing") return nothingOnWire;
    return confirmedOnWire(opened.run, await stepsOf(context.db, opened.run), null);
  });
}

/**
 * Does the first listed step. If it is done already, because its answer was lost, the answer is
 * repeated. After a failure the run waits for its operator, who may retry or stop it.
 */
async function takeStep(run: RequestRun, groupId: Id, lists: Lists): Promise<ConfirmedStep> {
  const { transaction, conclude } = run;
  const worker = randomUUID();
  await transaction((context) => endAbandonedRun(context, rowId(groupId)));
  const claimed = await transaction((context) => claimStep(context, groupId, lists, worker));
  if ("answer" in claimed) return claimed.answer;
  const { step, connection } = claimed;
  try {
    await applyStep(run, connection, step);
    return await conclude(async (context) => {
      await finishStep(context, step);
      await releaseWorker(context, claimed.run, worker);
      return confirmedOnWire(claimed.run, await stepsOf(context.db, claimed.run), step);
    });
  } catch (error) {
    await transaction((context) => releaseWorker(context, claimed.run, worker));
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(error.status, `${error.message} Try again, or stop the run.`);
  }
}

type Claimed =
  | { readonly run: RunRow; readonly step: StepRow; readonly connection: ShopConnection }
  | { readonly answer: ConfirmedStep };

/**
 * Claims the next step. 409 if the lists are not exactly the remaining steps of the group's
 * confirmed run.
 */
async function claimStep(
  context: Context,
  groupId: Id,
  lists: Lists,
  worker: string,
): Promise<Claimed> {
  const { db, ports } = context;
  const { id } = await lockRunsOf(db, rowId(groupId));
  await activeSaleSettings(db, id);
  const run = await latestConfirmedRun(db, id);
  if (!run) throw new Refusal(409, "No confirmed run is in progress. Start one.");
  const steps = await stepsOf(db, run);
  const left = steps.filter(({ status }) => status !== "done");
  const last = steps[steps.length - left.length - 1];
  const isStopped = run.status === "stopping" || run.status === "stopped";
  if (last && !isStopped && areSteps(lists, [last, ...left])) {
    return { answer: confirmedOnWire(run, steps, last) };
  }
  if (isStopped || run.ended_at) throw new Refusal(409, await whyRunEnded(db, run));
  if (!areSteps(lists, left)) {
    throw new Refusal(
      409,
      "These lists do not match the remaining steps of the run. Another window may have continued it.",
    );
  }
  if (hasActiveWorker(run, ports.clock.now())) {
    throw new Refusal(409, "This step is running. Try again shortly.");
  }
  const connection = await connectionOf(context, run);
  const blocked = await whyBlocked(context, id, connection.store, run);
  if (blocked) throw new Refusal(409, blocked);
  await assignWorker(context, run, worker);
  const step = await beginStep(context, run, worker);
  if (!step) throw new Refusal(409, await whyRunEnded(db, run));
  return { run, step, connection };
}

/** Stops the group's confirmed run, or only the given one. Completed steps are not undone. */
export async function stopRun(
  context: Context,
  groupId: Id,
  runId: Id | undefined,
): Promise<WireOf<typeof saleRotatorApi.stop>> {
  const { db, ports } = context;
  const { id } = await lockRunsOf(db, rowId(groupId));
  const run = await unendedRun(db, id);
  const isRequested = runId === undefined || run?.id === rowId(runId);
  if (run?.kind !== "confirmed" || !isRequested)
    return { message: "No confirmed run is in progress." };
  const changed = await progress(db, run);
  if (hasActiveWorker(run, ports.clock.now())) {
    await stopAfterStep(db, run);
    return { message: `The run stops after the current step: ${changed}.` };
  }
  await endRun(context, run, "stopped");
  return { message: `The run is stopped: ${changed}.` };
}
