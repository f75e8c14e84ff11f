import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { and, asc, eq } from "drizzle-orm";
import type { z } from "zod";
import type { saleRotatorApi } from "@/features/sale-rotator/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import type { Context, Db } from "../context.ts";
import { integrations } from "../db/schema.ts";
import type { Ports } from "../ports/ports.ts";
import { type ShopConnection, type ShopProduct, ShopRefusal } from "../ports/shop.ts";
import { Refusal } from "../refusal.ts";
import type { JobFigures, JobRun, RequestRun, User } from "../use-case.ts";
import { findGroup } from "./groups.ts";
import { type IntegrationRow, shopConnection } from "./integrations.ts";
import { rowId } from "./rows.ts";
import { type PlannedStep, planRotation, type SaleSettings, stepState } from "./sale-rotation.ts";
import {
  assignWorker,
  beginStep,
  endAbandonedRun,
  endRun,
  finishStep,
  hasActiveWorker,
  latestConfirmedRun,
  lockGroup,
  plannedStep,
  progress,
  type RunOrder,
  type RunRow,
  readSaleHistory,
  releaseWorker,
  runOfOrigin,
  type StepRow,
  startRun,
  stepsOf,
  stopAfterStep,
  unendedRun,
  whyBlocked,
  whyRunEnded,
} from "./sale-runs.ts";
import { activeSaleSettings } from "./sale-settings.ts";

type Rotation = WireOf<typeof saleRotatorApi.trigger>;
type ConfirmedStep = WireOf<typeof saleRotatorApi.triggerStep>;
/** The remaining steps of a run, as sent to the client and sent back by it. */
type Lists = NonNullable<z.output<typeof saleRotatorApi.triggerStep.body>>;

/** The user and the command that start a run. */
type Commander = { readonly user: User; readonly command: string };

/** A group whose rotator is enabled, with its shop. */
type Ready = {
  readonly groupId: number;
  readonly settings: SaleSettings;
  readonly integration: IntegrationRow;
  readonly connection: ShopConnection;
};
type Surveyed = Ready & { readonly products: readonly ShopProduct[] };

/** Plans a rotation without changing anything: no run, no lock. */
export async function dryRun(run: JobRun, groupId: Id): Promise<Rotation> {
  const shop = await survey(run, groupId);
  return run.transaction(async (context) => rotationOf(await makePlan(context, shop)));
}

/**
 * Rotates now. A command that is repeated after a crash resumes its own run. If the shop refuses, the
 * run is stopped; if it does not answer, the same command can resume the run.
 */
export async function liveRun(
  run: RequestRun,
  groupId: Id,
  { user, command }: Commander,
): Promise<Rotation> {
  const worker = randomUUID();
  const shop = await survey(run, groupId);
  const order = {
    group_id: shop.groupId,
    kind: "live",
    origin: command,
    started_by: user.name,
  } as const;
  const opened = await run.transaction((context) => openRun(context, shop, order, worker));
  if (opened.state === "blocked") throw new Refusal(409, opened.why);
  if (opened.state === "nothing") return run.conclude(async () => rotationOf([]));
  if (opened.state === "open") await carryOut(run, opened.run, worker);
  return run.conclude(async (context) => {
    await releaseWorker(context, opened.run, worker);
    if (opened.state === "ended" && opened.run.status !== "finished") {
      throw new Refusal(409, await whyRunEnded(context.db, opened.run));
    }
    return rotationOf((await stepsOf(context.db, opened.run)).map(plannedStep));
  });
}

/**
 * The weekly rotation of one slot. A repeated job resumes the slot's run, or does nothing if it has
 * ended. Returns how many products changed, or undefined if another run blocks it. Throws a Refusal:
 * 400 or 409 if the shop or the group cannot be rotated, 503 if the shop does not answer.
 */
export async function scheduledRun(
  run: JobRun,
  groupId: number,
  slot: string,
): Promise<JobFigures | undefined> {
  const worker = randomUUID();
  const shop = await survey(run, groupId);
  const origin = scheduledOrigin(groupId, slot);
  const order = { group_id: groupId, kind: "scheduled", origin, started_by: null } as const;
  const opened = await run.transaction((context) => openRun(context, shop, order, worker));
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

/**
 * Starts a confirmed run, which changes nothing yet (`lists` is null), or does the first listed
 * step.
 */
export const confirmedStep = (
  run: RequestRun,
  groupId: Id,
  lists: Lists | null,
  commander: Commander,
): Promise<ConfirmedStep> =>
  lists === null ? startConfirmed(run, groupId, commander) : takeStep(run, groupId, lists);

async function startConfirmed(
  run: RequestRun,
  groupId: Id,
  { user, command }: Commander,
): Promise<ConfirmedStep> {
  const shop = await survey(run, groupId);
  const order = {
    group_id: shop.groupId,
    kind: "confirmed",
    origin: command,
    started_by: user.name,
  } as const;
  return run.conclude(async (context) => {
    const opened = await openRun(context, shop, order, null);
    if (opened.state === "blocked") throw new Refusal(409, opened.why);
    if (opened.state === "ended") {
      throw new Refusal(409, await whyRunEnded(context.db, opened.run));
    }
    if (opened.state === "open") return stepAnswer(context, opened.run, null);
    return {
      is_complete: true,
      completed_action: null,
      remaining_updates: [],
      remaining_removals: [],
      summary: "No actions were needed.",
      run_id: null,
    };
  });
}

/**
 * Does the first listed step. If it is done already, because its answer was lost, the answer is
 * repeated. After a failure the run waits for its operator, who may retry or stop it.
 */
async function takeStep(run: RequestRun, groupId: Id, lists: Lists): Promise<ConfirmedStep> {
  const { ports, transaction, conclude } = run;
  const worker = randomUUID();
  await transaction((context) => endAbandonedRun(context, rowId(groupId)));
  const claimed = await transaction((context) => claimStep(context, groupId, lists, worker));
  if ("answer" in claimed) return claimed.answer;
  const { step, connection } = claimed;
  try {
    await applyStep(ports, connection, step);
    return await conclude(async (context) => {
      await finishStep(context, step);
      await releaseWorker(context, claimed.run, worker);
      return stepAnswer(context, claimed.run, step);
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

/** 409 if the lists are not exactly the remaining steps of the group's confirmed run. */
async function claimStep(
  context: Context,
  groupId: Id,
  lists: Lists,
  worker: string,
): Promise<Claimed> {
  const { db, ports } = context;
  const { id } = await lockGroup(db, rowId(groupId));
  await activeSaleSettings(db, id);
  const run = await latestConfirmedRun(db, id);
  if (!run) throw new Refusal(409, "No confirmed run is under way: start one.");
  const steps = await stepsOf(db, run);
  const left = steps.filter(({ status }) => status !== "done");
  const last = steps[steps.length - left.length - 1];
  const isStopped = run.status === "stopping" || run.status === "stopped";
  if (last && !isStopped && isDeepStrictEqual(lists, listsOf([last, ...left]))) {
    return { answer: await stepAnswer(context, run, last) };
  }
  if (isStopped || run.ended_at) throw new Refusal(409, await whyRunEnded(db, run));
  if (!isDeepStrictEqual(lists, listsOf(left))) {
    throw new Refusal(
      409,
      "These lists are not what the confirmed run has left: another window may have gone on with it.",
    );
  }
  if (hasActiveWorker(run, ports.clock.now())) {
    throw new Refusal(409, "This step is being carried out at this moment. Try again shortly.");
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
  const { id } = await lockGroup(db, rowId(groupId));
  const run = await unendedRun(db, id);
  const isRequested = runId === undefined || run?.id === rowId(runId);
  if (run?.kind !== "confirmed" || !isRequested)
    return { message: "No confirmed run is under way." };
  const changed = await progress(db, run);
  if (hasActiveWorker(run, ports.clock.now())) {
    await stopAfterStep(db, run);
    return { message: `The run stops after the step that is being carried out: ${changed}.` };
  }
  await endRun(context, run, "stopped");
  return { message: `The run is stopped: ${changed}.` };
}

/** Reads the shop's products; 409 if the group cannot rotate, 503 if the shop does not answer. */
async function survey({ ports, transaction }: JobRun, groupId: Id): Promise<Surveyed> {
  const ready = await transaction((context) => readyToRotate(context, groupId));
  const products = await callShop("The shop did not answer. Try again.", () =>
    ports.shop.products(ready.connection, AbortSignal.timeout(45_000)),
  );
  return { ...ready, products };
}

/** 404 if the group does not exist, 409 if its rotator is off or it has no shop. */
export async function readyToRotate(context: Context, groupId: Id): Promise<Ready> {
  const group = await findGroup(context, groupId);
  const settings = await activeSaleSettings(context.db, group.id);
  const [integration] = await context.db
    .select()
    .from(integrations)
    .where(and(eq(integrations.group_id, group.id), eq(integrations.platform, "shopify")))
    .orderBy(asc(integrations.id))
    .limit(1);
  if (!integration) throw new Refusal(409, "Connect a Shopify integration first.");
  const connection = openShop(context.ports, integration);
  return { groupId: group.id, settings, integration, connection };
}

/** The shop that the run was planned for; the group may have another one since. */
async function connectionOf({ db, ports }: Context, run: RunRow): Promise<ShopConnection> {
  const [integration] = await db
    .select()
    .from(integrations)
    .where(eq(integrations.id, run.integration_id ?? 0));
  if (!integration) throw new Refusal(409, "The Shopify integration of this run was removed.");
  return openShop(ports, integration);
}

function openShop({ secrets }: Ports, integration: IntegrationRow): ShopConnection {
  try {
    return shopConnection(secrets, integration);
  } catch {
    throw new Refusal(409, "The stored keys of the shop cannot be read: add it again.");
  }
}

async function makePlan({ db, ports }: Context, shop: Surveyed): Promise<readonly PlannedStep[]> {
  const history = await readSaleHistory(db, shop.groupId);
  return planRotation(shop.settings, shop.products, history, ports.clock.now());
}

type Opened =
  | { readonly state: "open" | "ended"; readonly run: RunRow }
  | { readonly state: "nothing" }
  | { readonly state: "blocked"; readonly why: string };

/** Starts the order's run, or resumes it if it exists. Runs in one transaction. */
async function openRun(
  context: Context,
  shop: Surveyed,
  order: RunOrder,
  worker: string | null,
): Promise<Opened> {
  const { db } = context;
  await lockGroup(db, shop.groupId);
  const known = await runOfOrigin(db, order.origin);
  if (known) return resumeRun(context, known, order, worker);
  const why = await whyBlocked(context, shop.groupId, shop.connection.store);
  if (why) return { state: "blocked", why };
  const now = await readyToRotate(context, shop.groupId);
  if (now.integration.id !== shop.integration.id) {
    throw new Refusal(409, "The group has another shop since a moment ago. Try again.");
  }
  const plan = await makePlan(context, { ...shop, settings: now.settings });
  if (plan.length === 0) return { state: "nothing" };
  return { state: "open", run: await startRun(context, order, shop.integration, plan, worker) };
}

/** Resumes the order's run; 422 if the run belongs to another order with the same origin. */
async function resumeRun(
  context: Context,
  run: RunRow,
  order: RunOrder,
  worker: string | null,
): Promise<Opened> {
  if (run.group_id !== order.group_id || run.kind !== order.kind) {
    throw new Refusal(422, "This Idempotency-Key was used for another request.");
  }
  if (run.ended_at) return { state: "ended", run };
  if (hasActiveWorker(run, context.ports.clock.now())) {
    return { state: "blocked", why: "This run is being carried out at this moment." };
  }
  const { store } = await connectionOf(context, run);
  const why = await whyBlocked(context, run.group_id, store, run);
  if (why) return { state: "blocked", why };
  if (worker) await assignWorker(context, run, worker);
  return { state: "open", run };
}

/** Does the remaining steps of a run, one after the other. */
async function carryOut(
  { ports, transaction }: JobRun,
  run: RunRow,
  worker: string,
): Promise<void> {
  for (;;) {
    const step = await transaction((context) => beginStep(context, run, worker));
    if (!step) return;
    try {
      const connection = await transaction((context) => connectionOf(context, run));
      await applyStep(ports, connection, step);
    } catch (error) {
      throw await transaction((context) => interrupt(context, run, worker, error));
    }
    await transaction((context) => finishStep(context, step));
  }
}

/**
 * Releases a run after a failed step, and stops it if the failure is final. Returns the error to
 * throw.
 */
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
    : `${changed} so far. Try again to go on from there.`;
  return new Refusal(error.status, `${error.message} ${rest}`);
}

/**
 * Applies a step in the shop, unless it is applied already: an interrupted step may have been. 400
 * with the shop's words if it refuses, 409 if somebody else has changed the price since the plan, 503
 * if the shop does not answer.
 */
async function applyStep({ shop }: Ports, connection: ShopConnection, row: StepRow): Promise<void> {
  const step = plannedStep(row);
  const { productId, productName: name, after } = step;
  const product = await callShop(`The shop did not answer for ${name}.`, () =>
    shop.product(connection, productId, AbortSignal.timeout(15_000)),
  );
  if (!product) throw new Refusal(400, `The shop has ${name} no more.`);
  const state = stepState(product, step);
  if (state === "done") return;
  if (state === "changed") {
    throw new Refusal(
      409,
      `The price of ${name} was changed in the shop after this run was planned, and is left as it is.`,
    );
  }
  const change = {
    ...after,
    addTags: step.tagsToAdd,
    removeTags: step.tagsToRemove,
    // The sale collection has the name of the sale tag.
    addToCollections: step.tagsToAdd,
    removeFromCollections: step.tagsToRemove,
  };
  await callShop(
    `The shop did not answer for ${name}: it may have been changed. It is not changed twice.`,
    () => shop.change(connection, productId, change, AbortSignal.timeout(30_000)),
    `The shop refused ${name}: `,
  );
}

/**
 * 400 with the shop's words after `prefix` if it refuses, 503 with `noAnswer` if it does not
 * answer.
 */
async function callShop<T>(noAnswer: string, call: () => Promise<T>, prefix = ""): Promise<T> {
  try {
    return await call();
  } catch (error) {
    // Any other error may contain the keys, so its message is not returned.
    if (!(error instanceof ShopRefusal)) throw new Refusal(503, noAnswer);
    throw new Refusal(400, prefix + sentence(error.message));
  }
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

function rotationOf(plan: readonly PlannedStep[]): Rotation {
  const added = plan.filter(({ action }) => action === "add");
  const removed = plan.filter(({ action }) => action === "remove");
  return {
    summary: {
      total_updates: added.length,
      total_removals: removed.length,
      products_to_add_to_sale: added.map(additionOnWire),
      products_to_remove_from_sale: removed.map(removalOnWire),
    },
  };
}

const additionOnWire = ({ productName, productId, before, after, tagsToAdd }: PlannedStep) => ({
  product_name: productName,
  product_id: productId,
  original_price: before.price,
  new_price: after.price,
  compare_at_price: after.compareAtPrice,
  tags_to_add: [...tagsToAdd],
});

const removalOnWire = ({ productName, productId, before, after, tagsToRemove }: PlannedStep) => ({
  product_name: productName,
  product_id: productId,
  current_price: before.price,
  restored_price: after.price,
  compare_at_price: after.compareAtPrice,
  tags_to_remove: [...tagsToRemove],
});

/** Each step contains its run's id, so that the lists of two runs are never equal. */
function listsOf(rows: readonly StepRow[]): Lists {
  const ofAction = (action: StepRow["action"], onWire: (step: PlannedStep) => object) =>
    rows
      .filter((row) => row.action === action)
      .map((row) => ({
        ...onWire(plannedStep(row)),
        product_id: row.product_id,
        run_id: row.run_id,
      }));
  return {
    updates: ofAction("add", additionOnWire),
    removals: ofAction("remove", removalOnWire),
  };
}

async function stepAnswer(
  { db }: Context,
  run: RunRow,
  done: StepRow | null,
): Promise<ConfirmedStep> {
  const steps = await stepsOf(db, run);
  const left = listsOf(steps.filter(({ status }) => status !== "done"));
  const [updates, removals] = [left.updates.length, left.removals.length];
  const counted = `${many(updates, "update")}, ${many(removals, "removal")}`;
  const rest = updates + removals === 0 ? "The rotation is complete." : `Left: ${counted}.`;
  return {
    is_complete: updates + removals === 0,
    completed_action: done && actionOnWire(done),
    remaining_updates: left.updates,
    remaining_removals: left.removals,
    summary: done ? `${stepInWords(done)} ${rest}` : `Planned: ${counted}.`,
    run_id: run.id,
  };
}

const actionOnWire = (row: StepRow) => ({
  product_name: row.product_name,
  product_id: row.product_id,
  ...(row.action === "add"
    ? { tags_to_add: row.tags_to_add }
    : { tags_to_remove: row.tags_to_remove }),
  price: row.new_price,
  compare_at_price: row.compare_at_price,
});

function stepInWords({ product_name, action, original_price, new_price }: StepRow): string {
  const where = action === "add" ? "on sale" : "off sale";
  const price =
    original_price === new_price
      ? `at ${amount(new_price)}`
      : `${amount(original_price)} → ${amount(new_price)}`;
  return `${product_name} is ${where}: ${price} RSD.`;
}

const amount = (price: number) => price.toLocaleString("en-US");

const many = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
