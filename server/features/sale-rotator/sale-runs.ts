import { and, asc, count, desc, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { isSameText, lower } from "../../db/letters.ts";
import { lockName } from "../../db/lock-name.ts";
import { groups, integrations, saleRuns, saleSteps } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import { counted } from "../../kernel/counted.ts";
import { Fault } from "../../kernel/fault.ts";
import { lockGroup, locking } from "../../kernel/locks.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { minuteOf } from "../../kernel/times.ts";
import { noteActivity } from "../activity/index.ts";
import { enqueueSync, type IntegrationRow } from "../integrations/index.ts";
import { forgetOriginals } from "./sale-originals.ts";
import { cheapest, type InterruptedTags, type PlannedStep } from "./sale-rotation.ts";

export type RunRow = typeof saleRuns.$inferSelect;
export type StepRow = typeof saleSteps.$inferSelect;

/** A request for a run. Orders with the same origin get the same run. */
export type RunOrder = Pick<RunRow, "group_id" | "kind" | "origin" | "started_by">;

/** A worker without activity for this long is considered dead. */
const workerTimeout = 2 * 60_000;
/** A confirmed run without activity for this long is considered abandoned. */
const operatorTimeout = 15 * 60_000;

const wasActiveWithin = ({ active_at }: RunRow, milliseconds: number, now: Date) =>
  active_at.getTime() > now.getTime() - milliseconds;

/** Returns true if a worker may be changing the shop for this run at this moment. */
export const hasActiveWorker = (run: RunRow, now: Date) =>
  run.worker !== null && wasActiveWithin(run, workerTimeout, now);

/** Returns true if the run blocks others: a worker is on it, or its operator may continue it. */
export const isBlocking = (run: RunRow, now: Date) =>
  hasActiveWorker(run, now) ||
  (run.kind === "confirmed" &&
    run.status === "running" &&
    wasActiveWithin(run, operatorTimeout, now));

/** Locks the group, so that its runs change one at a time. 404 if it does not exist. */
export const lockRunsOf = (db: Db, groupId: number) => lockGroup(db, groupId, "no key update");

export const runOfOrigin = async (db: Db, origin: string): Promise<RunRow | undefined> =>
  (await db.select().from(saleRuns).where(eq(saleRuns.origin, origin)))[0];

/** The group's run that has not ended, whether it blocks others or not. */
export const unendedRun = async (db: Db, groupId: number): Promise<RunRow | undefined> =>
  (
    await db
      .select()
      .from(saleRuns)
      .where(and(eq(saleRuns.group_id, groupId), isNull(saleRuns.ended_at)))
  )[0];

export const latestConfirmedRun = async (db: Db, groupId: number): Promise<RunRow | undefined> =>
  (
    await db
      .select()
      .from(saleRuns)
      .where(and(eq(saleRuns.group_id, groupId), eq(saleRuns.kind, "confirmed")))
      .orderBy(desc(saleRuns.id))
      .limit(1)
  )[0];

/**
 * Why this group cannot run in this shop now, as a sentence for the operator, or undefined if it can.
 * Groups that share a shop rotate one at a time. Locks the group and the shop until the transaction
 * ends.
 */
export async function whyBlocked(
  { db, ports }: Context,
  groupId: number,
  store: string,
  mine?: RunRow,
): Promise<string | undefined> {
  await lockRunsOf(db, groupId);
  await lockName(db, sql`'sale:' || ${lower(store)}`);
  const unended = await db
    .select({ run: saleRuns, group: groups })
    .from(saleRuns)
    .innerJoin(groups, eq(groups.id, saleRuns.group_id))
    .leftJoin(integrations, eq(integrations.id, saleRuns.integration_id))
    .where(
      and(
        isNull(saleRuns.ended_at),
        or(eq(saleRuns.group_id, groupId), isSameText(integrations.store_name, store)),
      ),
    );
  const now = ports.clock.now();
  const other = unended.find(({ run }) => run.id !== mine?.id && isBlocking(run, now));
  if (!other) return undefined;
  const where =
    other.group.id === groupId ? "" : ` of ${other.group.name}, which has the same shop,`;
  const since = `started${by(other.run)} at ${minuteOf(other.run.started_at)}`;
  const wait =
    other.run.kind === "confirmed"
      ? "waits for its next step. It ends when finished, stopped or idle for 15 minutes."
      : "is still running.";
  return `${labels[other.run.kind]}${where} ${since} ${wait}`;
}

const labels: Readonly<Record<RunRow["kind"], string>> = {
  live: "A live run",
  confirmed: "A confirmed run",
  scheduled: "The weekly rotation",
  restore: "A restore of original prices",
};

const by = ({ started_by }: RunRow) => (started_by === null ? "" : ` by ${started_by}`);

/**
 * Stores a plan as a run and stops the group's earlier unended run, whose plan is outdated. The
 * `worker` starts immediately; null waits for the operator.
 */
export async function startRun(
  context: Context,
  order: RunOrder,
  integration: IntegrationRow,
  plan: readonly PlannedStep[],
  worker: string | null,
): Promise<RunRow> {
  const { db, ports } = context;
  const now = ports.clock.now();
  const replaced = await db
    .update(saleRuns)
    .set({ status: "stopped", worker: null, ended_at: now })
    .where(and(eq(saleRuns.group_id, order.group_id), isNull(saleRuns.ended_at)))
    .returning();
  for (const earlier of replaced) await noteRun(context, earlier, "stopped");
  const [run] = await db
    .insert(saleRuns)
    .values({
      ...order,
      integration_id: integration.id,
      status: "running",
      worker,
      started_at: now,
      active_at: now,
    })
    .returning();
  if (!run) throw new Fault("The run was not inserted.");
  const steps = plan.map((step, position) => {
    const { before, after } = cheapest(step);
    return {
      run_id: run.id,
      position,
      product_id: step.productId,
      product_name: step.productName,
      action: step.action,
      status: "planned" as const,
      variants: step.variants,
      original_price: before.price,
      original_compare_at_price: before.compareAtPrice,
      new_price: after.price,
      compare_at_price: after.compareAtPrice,
      tags_to_add: [...step.tagsToAdd],
      tags_to_remove: [...step.tagsToRemove],
    };
  });
  // A statement has at most 65,535 parameters.
  for (let from = 0; from < steps.length; from += 1000) {
    await db.insert(saleSteps).values(steps.slice(from, from + 1000));
  }
  await noteRun(context, run, "started");
  return run;
}

/** In execution order. */
export const stepsOf = (db: Db, run: RunRow): Promise<StepRow[]> =>
  db.select().from(saleSteps).where(eq(saleSteps.run_id, run.id)).orderBy(asc(saleSteps.position));

export const plannedStep = (row: StepRow): PlannedStep => ({
  action: row.action,
  productId: row.product_id,
  productName: row.product_name,
  variants: row.variants,
  tagsToAdd: row.tags_to_add,
  tagsToRemove: row.tags_to_remove,
});

/** Makes this worker the only one that may change the shop for the run. */
export async function assignWorker({ db, ports }: Context, run: RunRow, worker: string) {
  await db
    .update(saleRuns)
    .set({ worker, active_at: ports.clock.now() })
    .where(eq(saleRuns.id, run.id));
}

/**
 * Marks the run's next step as begun, before the shop is called. Undefined if no step is left; 409 if
 * the run has ended or has another worker.
 */
export async function beginStep(
  { db, ports }: Context,
  run: RunRow,
  worker: string,
): Promise<StepRow | undefined> {
  const [mine] = await db
    .update(saleRuns)
    .set({ active_at: ports.clock.now() })
    .where(
      and(eq(saleRuns.id, run.id), eq(saleRuns.worker, worker), eq(saleRuns.status, "running")),
    )
    .returning();
  if (!mine) throw new Refusal(409, await whyRunEnded(db, run));
  const [next] = await db
    .select()
    .from(saleSteps)
    .where(and(eq(saleSteps.run_id, run.id), ne(saleSteps.status, "done")))
    .orderBy(asc(saleSteps.position))
    .limit(1);
  if (!next) return undefined;
  await setStatus(db, next, { status: "begun" });
  return next;
}

/**
 * Gives a step the status that it had before it was begun, for one that did not change the shop. A
 * step that stays begun counts as one that may have changed its product.
 */
export const leaveStep = ({ db }: Pick<Context, "db">, step: StepRow) =>
  setStatus(db, step, { status: step.status });

/** Marks a step as done, even if the run has another worker by now: the shop was changed. */
export async function finishStep({ db, ports }: Context, step: StepRow): Promise<void> {
  await setStatus(db, step, { status: "done", done_at: ports.clock.now() });
  if (step.action === "remove") await forgetOriginals(db, step);
}

const setStatus = (db: Db, step: StepRow, values: Pick<StepRow, "status"> & Partial<StepRow>) =>
  db
    .update(saleSteps)
    .set(values)
    .where(
      and(
        eq(saleSteps.run_id, step.run_id),
        eq(saleSteps.position, step.position),
        ne(saleSteps.status, "done"),
      ),
    );

/**
 * Detaches the worker from the run. The run ends if no step is left, if it is stopping, or with
 * `stop`; otherwise it can be resumed. Has no effect if another worker has the run.
 */
export async function releaseWorker(
  context: Context,
  run: RunRow,
  worker: string,
  { stop = false } = {},
): Promise<void> {
  const { db, ports } = context;
  const [now] = await locking(
    db,
    "sale run",
    db
      .select()
      .from(saleRuns)
      .where(and(eq(saleRuns.id, run.id), eq(saleRuns.worker, worker), isNull(saleRuns.ended_at)))
      .for("update"),
  );
  if (!now) return;
  const { done, total } = await countSteps(db, run);
  if (done === total) return endRun(context, run, "finished");
  if (stop || now.status === "stopping") return endRun(context, run, "stopped");
  await db
    .update(saleRuns)
    .set({ worker: null, active_at: ports.clock.now() })
    .where(eq(saleRuns.id, run.id));
  // Not for a confirmed run: it would sync the whole shop after each step.
  if (run.kind !== "confirmed") await syncShop(context, run);
}

export async function endRun(
  context: Context,
  run: RunRow,
  status: "finished" | "stopped",
): Promise<void> {
  await context.db
    .update(saleRuns)
    .set({ status, worker: null, ended_at: context.ports.clock.now() })
    .where(eq(saleRuns.id, run.id));
  await noteRun(context, run, status);
  await syncShop(context, run);
}

/** `A live run started`, with how many of its products changed. */
const noteRun = async (context: Context, run: RunRow, what: "started" | "finished" | "stopped") =>
  noteActivity(context, {
    kind: "rotator",
    group_id: run.group_id,
    about: `${labels[run.kind]} ${what}`,
    detail: await progress(context.db, run),
    subject: "sale_rotator",
  });

/** Queues a sync of the run's shop for every group that has it, if the run has changed anything. */
async function syncShop(context: Context, run: RunRow): Promise<void> {
  const { db } = context;
  if ((await countSteps(db, run)).done === 0) return;
  const store = db
    .select({ name: lower(integrations.store_name) })
    .from(integrations)
    .where(eq(integrations.id, run.integration_id ?? 0));
  const shops = await db
    .select({ id: integrations.id })
    .from(integrations)
    .where(
      and(eq(integrations.platform, "shopify"), inArray(lower(integrations.store_name), store)),
    )
    .orderBy(asc(integrations.id));
  for (const { id } of shops) await enqueueSync(context, id);
}

/** Marks the run to stop after its current step. */
export const stopAfterStep = (db: Db, run: RunRow) =>
  db.update(saleRuns).set({ status: "stopping" }).where(eq(saleRuns.id, run.id));

/** Stops the group's confirmed run if its operator has abandoned it. */
export async function endAbandonedRun(context: Context, groupId: number): Promise<void> {
  await lockRunsOf(context.db, groupId);
  const run = await unendedRun(context.db, groupId);
  if (run?.kind !== "confirmed" || isBlocking(run, context.ports.clock.now())) return;
  await endRun(context, run, "stopped");
}

/**
 * For the start of the only process on a database: detaches the dead workers from their runs. The runs
 * stay, so that the command or job that started them can resume them.
 */
export async function releaseRuns(context: Context): Promise<void> {
  const { db } = context;
  await db.update(saleRuns).set({ worker: null }).where(isNull(saleRuns.ended_at));
  const stopping = await db.select().from(saleRuns).where(eq(saleRuns.status, "stopping"));
  for (const run of stopping) await endRun(context, run, "stopped");
}

/** `3 of 10 products changed` */
export async function progress(db: Db, run: RunRow): Promise<string> {
  const { done, total } = await countSteps(db, run);
  return `${done} of ${counted(total, "product")} changed`;
}

/** Why a run cannot be continued, as a sentence: it has ended, or another worker has it. */
export async function whyRunEnded(db: Db, run: RunRow): Promise<string> {
  const [now] = await db.select().from(saleRuns).where(eq(saleRuns.id, run.id));
  const how =
    now?.status === "finished"
      ? "is finished"
      : now?.status === "running"
        ? "is running elsewhere"
        : "was stopped";
  return `This run ${how}: ${await progress(db, run)}.`;
}

async function countSteps(db: Db, run: RunRow) {
  const [counted] = await db
    .select({
      total: count(),
      done: count(sql`case when ${saleSteps.status} = 'done' then 1 end`),
    })
    .from(saleSteps)
    .where(eq(saleSteps.run_id, run.id));
  return counted ?? { total: 0, done: 0 };
}

/**
 * The sale tags that interrupted steps of the group's runs gave to products or were to take off them, by
 * product id: the last step of each product that nobody has completed since.
 */
export async function readInterruptedTags(db: Db, groupId: number): Promise<InterruptedTags> {
  const last = await db
    .selectDistinctOn([saleSteps.product_id], {
      product: saleSteps.product_id,
      status: saleSteps.status,
      added: saleSteps.tags_to_add,
      removed: saleSteps.tags_to_remove,
    })
    .from(saleSteps)
    .innerJoin(saleRuns, eq(saleRuns.id, saleSteps.run_id))
    .where(and(eq(saleRuns.group_id, groupId), ne(saleSteps.status, "planned")))
    .orderBy(asc(saleSteps.product_id), desc(saleSteps.run_id));
  return new Map(
    last.flatMap(({ product, status, added, removed }) =>
      status === "begun" ? [[product, [...added, ...removed]] as const] : [],
    ),
  );
}
