import { and, asc, desc, eq, inArray, isNull } from "drizzle-orm";
import { lower } from "../../db/letters.ts";
import { groups, integrations, saleRuns, saleSteps } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import { Fault } from "../../kernel/fault.ts";
import { lockGroups, locking } from "../../kernel/locks.ts";
import { noteActivity } from "../activity/index.ts";
import { enqueueSync, type IntegrationRow } from "../integrations/index.ts";
import { cheapest, type PlannedStep } from "./planned-step.ts";
import { isBlocking, lockRunsOf, runLabels } from "./sale-blocking.ts";
import { countSteps, progress, type RunRow } from "./sale-steps.ts";

/** A request for a run. Orders with the same origin get the same run. */
export type RunOrder = Pick<RunRow, "group_id" | "kind" | "origin" | "started_by">;

export const runOfOrigin = async (db: Db, origin: string): Promise<RunRow | undefined> =>
  (await db.select().from(saleRuns).where(eq(saleRuns.origin, origin)))[0];

/** Returns the group's run that has not ended, whether it blocks others or not. */
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
  // The run refers to it, and its removal changes its runs.
  await locking(
    db,
    "integration",
    db
      .select({ id: integrations.id })
      .from(integrations)
      .where(eq(integrations.id, integration.id))
      .for("key share"),
  );
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

/** Makes this worker the only one that may change the shop for the run. */
export async function assignWorker({ db, ports }: Context, run: RunRow, worker: string) {
  await db
    .update(saleRuns)
    .set({ worker, active_at: ports.clock.now() })
    .where(eq(saleRuns.id, run.id));
}

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
  await lockGroups(db, eq(groups.id, run.group_id), "key share");
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

/** Adds an entry such as `A live run started`, with the number of changed products. */
const noteRun = async (context: Context, run: RunRow, what: "started" | "finished" | "stopped") =>
  noteActivity(context, {
    kind: "rotator",
    group_id: run.group_id,
    about: `${runLabels[run.kind]} ${what}`,
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
 * Detaches the dead workers from their runs, when the only process on a database starts. The runs
 * stay, so that the command or job that started them can resume them.
 */
export async function releaseRuns(context: Context): Promise<void> {
  const { db } = context;
  await lockGroups(db, undefined, "key share");
  await db.update(saleRuns).set({ worker: null }).where(isNull(saleRuns.ended_at));
  const stopping = await db.select().from(saleRuns).where(eq(saleRuns.status, "stopping"));
  for (const run of stopping) await endRun(context, run, "stopped");
}
