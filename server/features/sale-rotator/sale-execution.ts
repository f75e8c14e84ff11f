import { randomUUID } from "node:crypto";
import type { Id } from "@/shared/api/id";
import type { Context, Db } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { JobFigures, JobRun, RequestRun } from "../../kernel/runs.ts";
import { type Rotation, rotationOnWire } from "./sale-on-wire.ts";
import { releaseWorker, runOfOrigin } from "./sale-runs.ts";
import { activeSaleSettings } from "./sale-settings.ts";
import { applyStep, connectionOf, type Purpose, survey } from "./sale-shop.ts";
import { makePlan, type RunStarter, startOrResume } from "./sale-start.ts";
import {
  beginStep,
  finishStep,
  leaveStep,
  plannedStep,
  progress,
  type RunRow,
  stepsOf,
  whyRunEnded,
} from "./sale-steps.ts";

/** Plans a rotation or a restore without changing anything: no run, no lock. */
export async function dryRun(run: JobRun, groupId: Id, purpose: Purpose): Promise<Rotation> {
  const shop = await survey(run, groupId, purpose);
  return run.transaction(async (context) =>
    rotationOnWire(await makePlan(context, shop, purpose), shop.connection.store),
  );
}

/**
 * Rotates now, or gives all products on sale their original prices back. A command that is repeated
 * after a crash resumes its own run. If the shop refuses, the run is stopped; if it does not answer,
 * the same command can resume the run.
 */
export async function liveRun(
  run: RequestRun,
  groupId: Id,
  purpose: Purpose,
  { user, command }: RunStarter,
): Promise<Rotation> {
  const worker = randomUUID();
  const shop = await survey(run, groupId, purpose);
  const kind: RunRow["kind"] = purpose === "restore" ? "restore" : "live";
  const order = { kind, origin: command, started_by: user.name };
  const opened = await run.transaction((context) => startOrResume(context, shop, order, worker));
  if (opened.state === "blocked") throw new Refusal(409, opened.why);
  if (opened.state === "nothing") {
    return run.conclude(async () => rotationOnWire([], shop.connection.store));
  }
  if (opened.state === "open") await carryOut(run, opened.run, worker);
  return run.conclude(async (context) => {
    await releaseWorker(context, opened.run, worker);
    if (opened.state === "ended" && opened.run.status !== "finished") {
      throw new Refusal(409, await whyRunEnded(context.db, opened.run));
    }
    const steps = await stepsOf(context.db, opened.run);
    return rotationOnWire(steps.map(plannedStep), shop.connection.store);
  });
}

/**
 * Runs the weekly rotation of one slot. A repeated job resumes the slot's run, or does nothing if it
 * has ended. Returns how many products changed, or undefined if another run blocks it. Throws a
 * Refusal: 400 or 409 if the shop or the group cannot be rotated, 503 if the shop does not answer.
 */
export async function scheduledRun(
  run: JobRun,
  groupId: number,
  slot: string,
): Promise<JobFigures | undefined> {
  const worker = randomUUID();
  const shop = await survey(run, groupId);
  const origin = scheduledOrigin(groupId, slot);
  const order = { kind: "scheduled", origin, started_by: null } as const;
  const opened = await run.transaction((context) => startOrResume(context, shop, order, worker));
  if (opened.state === "blocked") return undefined;
  if (opened.state !== "open") return {};
  await carryOut(run, opened.run, worker);
  return run.transaction(async (context) => {
    await releaseWorker(context, opened.run, worker);
    const steps = await stepsOf(context.db, opened.run);
    const added = steps.filter(({ action }) => action === "add").length;
    return { added, removed: steps.length - added };
  });
}

const scheduledOrigin = (groupId: number, slot: string) => `scheduled:${groupId}:${slot}`;

/** Returns true if the slot's run has ended, so that a repeated job would do nothing. */
export const hasScheduledRunEnded = async (db: Db, groupId: number, slot: string) =>
  (await runOfOrigin(db, scheduledOrigin(groupId, slot)))?.ended_at != null;

/** Does the remaining steps of a run, one after the other. */
async function carryOut(work: JobRun, run: RunRow, worker: string): Promise<void> {
  const { transaction } = work;
  for (;;) {
    const next = await transaction((context) => beginNext(context, run, worker));
    if (!next) return;
    try {
      if ("refusal" in next) throw next.refusal;
      await applyStep(work, next.connection, next.step);
    } catch (error) {
      throw await transaction((context) => interrupt(context, run, worker, error));
    }
    await transaction((context) => finishStep(context, next.step));
  }
}

/** Begins the next step, unless it is refused before the shop is called. Undefined if none is left. */
async function beginNext(context: Context, run: RunRow, worker: string) {
  const step = await beginStep(context, run, worker);
  if (!step) return undefined;
  try {
    // If the rotator is switched off meanwhile, no more prices are changed.
    if (run.kind !== "restore") await activeSaleSettings(context.db, run.group_id);
    return { step, connection: await connectionOf(context, run) };
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    await leaveStep(context, step);
    return { refusal };
  }
}

/** Releases a run after a failed step, or stops it for good. Returns the error to throw. */
async function interrupt(
  context: Context,
  run: RunRow,
  worker: string,
  error: unknown,
): Promise<unknown> {
  const isFinal = error instanceof Refusal && error.status !== 503;
  await releaseWorker(context, run, worker, { stop: isFinal });
  if (!(error instanceof Refusal)) return error;
  const changed = await progress(context.db, run);
  const rest = isFinal
    ? `The run is stopped: ${changed}.`
    : `${changed} so far. Try again to continue from there.`;
  return new Refusal(error.status, `${error.message} ${rest}`);
}
