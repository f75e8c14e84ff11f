import { and, asc, count, desc, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import type { Context, Db } from "../context.ts";
import { groups, integrations, saleRuns, saleSteps } from "../db/schema.ts";
import { Fault } from "../fault.ts";
import { Refusal } from "../refusal.ts";
import { type IntegrationRow, syncSoon } from "./integrations.ts";
import { existing } from "./rows.ts";
import type { PlannedStep, SaleHistory } from "./sale-rotation.ts";

export type RunRow = typeof saleRuns.$inferSelect;
export type StepRow = typeof saleSteps.$inferSelect;

/** Who wants a run, and in answer to what: the same origin is the same run. */
export type RunOrder = Pick<RunRow, "group_id" | "kind" | "origin" | "started_by">;

/** After so long without a sign of life the process of a run is taken for dead. */
const processSilence = 2 * 60_000;
/** And its operator for gone. */
const operatorSilence = 15 * 60_000;

const spokeWithin = ({ active_at }: RunRow, milliseconds: number, now: Date) =>
  active_at.getTime() > now.getTime() - milliseconds;

/** Whether somebody may be changing the shop for this run right now. */
export const isWorkedOn = (run: RunRow, now: Date) =>
  run.worker !== null && spokeWithin(run, processSilence, now);

/** Whether the run keeps others out: somebody works on it, or its operator may go on with it. */
const isHeld = (run: RunRow, now: Date) =>
  isWorkedOn(run, now) ||
  (run.kind === "confirmed" && run.status === "running" && spokeWithin(run, operatorSilence, now));

/** One at a time of a group decides about its runs, until the transaction ends. 404 where it has gone. */
export const lockGroup = async (db: Db, groupId: number) =>
  existing(
    await db.select().from(groups).where(eq(groups.id, groupId)).for("no key update"),
    "group",
  );

export const runOfOrigin = async (db: Db, origin: string): Promise<RunRow | undefined> =>
  (await db.select().from(saleRuns).where(eq(saleRuns.origin, origin)))[0];

/** The group's run that has not ended, held or not. */
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
 * What keeps a run of this group out of this shop, as a sentence for the operator; undefined for
 * nothing. A shop of two groups is rotated by one of them at a time. Locks both until the
 * transaction ends.
 */
export async function whatHolds(
  { db, ports }: Context,
  groupId: number,
  store: string,
  mine?: RunRow,
): Promise<string | undefined> {
  await lockGroup(db, groupId);
  const name = `sale:${store.toLowerCase()}`;
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  const unended = await db
    .select({ run: saleRuns, group: groups })
    .from(saleRuns)
    .innerJoin(groups, eq(groups.id, saleRuns.group_id))
    .leftJoin(integrations, eq(integrations.id, saleRuns.integration_id))
    .where(
      and(
        isNull(saleRuns.ended_at),
        or(
          eq(saleRuns.group_id, groupId),
          sql`lower(${integrations.store_name}) = lower(${store})`,
        ),
      ),
    );
  const now = ports.clock.now();
  const held = unended.find(({ run }) => run.id !== mine?.id && isHeld(run, now));
  if (!held) return undefined;
  const where = held.group.id === groupId ? "" : ` of ${held.group.name}, which has the same shop,`;
  const since = `started${by(held.run)} at ${minute(held.run.started_at)}`;
  const wait =
    held.run.kind === "confirmed"
      ? "waits for its next step. It ends when it is finished, stopped or left alone for 15 minutes."
      : "is still under way.";
  return `${labels[held.run.kind]}${where} ${since} ${wait}`;
}

const labels: Readonly<Record<RunRow["kind"], string>> = {
  live: "A live run",
  confirmed: "A confirmed run",
  scheduled: "The weekly rotation",
};

const by = ({ started_by }: RunRow) => (started_by === null ? "" : ` by ${started_by}`);

const minute = (time: Date) => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/**
 * Keeps a plan as a run. Whatever the group had before that nobody holds is stopped: a new run
 * plans anew. The `worker` goes on with it at once; null waits for the operator.
 */
export async function startRun(
  { db, ports }: Context,
  order: RunOrder,
  integration: IntegrationRow,
  plan: readonly PlannedStep[],
  worker: string | null,
): Promise<RunRow> {
  const now = ports.clock.now();
  await db
    .update(saleRuns)
    .set({ status: "stopped", worker: null, ended_at: now })
    .where(and(eq(saleRuns.group_id, order.group_id), isNull(saleRuns.ended_at)));
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
  if (!run) throw new Fault("The run was not kept.");
  const steps = plan.map((step, position) => ({
    run_id: run.id,
    position,
    product_id: step.productId,
    product_name: step.productName,
    action: step.action,
    status: "planned" as const,
    original_price: step.before.price,
    original_compare_at_price: step.before.compareAtPrice,
    new_price: step.after.price,
    compare_at_price: step.after.compareAtPrice,
    tags_to_add: [...step.tagsToAdd],
    tags_to_remove: [...step.tagsToRemove],
  }));
  // One statement holds 65,535 values at most.
  for (let from = 0; from < steps.length; from += 1000) {
    await db.insert(saleSteps).values(steps.slice(from, from + 1000));
  }
  return run;
}

/** In the order in which they are done. */
export const stepsOf = (db: Db, run: RunRow): Promise<StepRow[]> =>
  db.select().from(saleSteps).where(eq(saleSteps.run_id, run.id)).orderBy(asc(saleSteps.position));

export const plannedStep = (row: StepRow): PlannedStep => ({
  action: row.action,
  productId: row.product_id,
  productName: row.product_name,
  before: { price: row.original_price, compareAtPrice: row.original_compare_at_price },
  after: { price: row.new_price, compareAtPrice: row.compare_at_price },
  tagsToAdd: row.tags_to_add,
  tagsToRemove: row.tags_to_remove,
});

/** Makes the worker the one that changes the shop for this run. */
export async function takeRun({ db, ports }: Context, run: RunRow, worker: string) {
  await db
    .update(saleRuns)
    .set({ worker, active_at: ports.clock.now() })
    .where(eq(saleRuns.id, run.id));
}

/**
 * Writes that the run's next step begins, before the shop is told. Undefined where none is left;
 * 409 where the run has ended or another worker has it.
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
  if (!mine) throw new Refusal(409, await howItEnded(db, run));
  const [next] = await db
    .select()
    .from(saleSteps)
    .where(and(eq(saleSteps.run_id, run.id), ne(saleSteps.status, "done")))
    .orderBy(asc(saleSteps.position))
    .limit(1);
  if (next) await setStatus(db, next, { status: "begun" });
  return next;
}

/** Writes that the shop has it, whoever has the run by now: it is so. */
export const finishStep = ({ db, ports }: Context, step: StepRow) =>
  setStatus(db, step, { status: "done", done_at: ports.clock.now() });

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
 * The worker is done with the run for now. It ends where nothing is left, where it was to be
 * stopped, or by `stop`; else it can be gone on with. Nothing where another worker has it.
 */
export async function leaveRun(
  context: Context,
  run: RunRow,
  worker: string,
  { stop = false } = {},
): Promise<void> {
  const { db, ports } = context;
  const [now] = await db
    .select()
    .from(saleRuns)
    .where(and(eq(saleRuns.id, run.id), eq(saleRuns.worker, worker), isNull(saleRuns.ended_at)))
    .for("update");
  if (!now) return;
  const { done, total } = await countSteps(db, run);
  if (done === total) return endRun(context, run, "finished");
  if (stop || now.status === "stopping") return endRun(context, run, "stopped");
  await db
    .update(saleRuns)
    .set({ worker: null, active_at: ports.clock.now() })
    .where(eq(saleRuns.id, run.id));
  // One that waits for its operator would have the whole shop read after each product.
  if (run.kind !== "confirmed") await readShopAnew(context, run);
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
  await readShopAnew(context, run);
}

/** Has what the run has changed read again, for every group that has the shop. */
async function readShopAnew(context: Context, run: RunRow): Promise<void> {
  const { db } = context;
  if ((await countSteps(db, run)).done === 0) return;
  const store = db
    .select({ name: sql`lower(${integrations.store_name})` })
    .from(integrations)
    .where(eq(integrations.id, run.integration_id ?? 0));
  const shops = await db
    .select({ id: integrations.id })
    .from(integrations)
    .where(
      and(
        eq(integrations.platform, "shopify"),
        inArray(sql`lower(${integrations.store_name})`, store),
      ),
    )
    .orderBy(asc(integrations.id));
  for (const { id } of shops) await syncSoon(context, id);
}

/** A run that is to end with the step that is under way. */
export const endAfterStep = (db: Db, run: RunRow) =>
  db.update(saleRuns).set({ status: "stopping" }).where(eq(saleRuns.id, run.id));

/** Stops the group's confirmed run whose operator has been gone for too long. */
export async function endForsaken(context: Context, groupId: number): Promise<void> {
  await lockGroup(context.db, groupId);
  const run = await unendedRun(context.db, groupId);
  if (run?.kind !== "confirmed" || isHeld(run, context.ports.clock.now())) return;
  await endRun(context, run, "stopped");
}

/**
 * For the start of a process that has the database for itself: whoever worked on a run is gone.
 * The runs themselves stay, to be gone on with by the command or the job that began them.
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
  return `${done} of ${total} ${total === 1 ? "product" : "products"} changed`;
}

/** Why a run that has ended, or that another has taken over, cannot be gone on with. */
export async function howItEnded(db: Db, run: RunRow): Promise<string> {
  const [now] = await db.select().from(saleRuns).where(eq(saleRuns.id, run.id));
  const how =
    now?.status === "finished"
      ? "is finished"
      : now?.status === "running"
        ? "is being carried out elsewhere"
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

/** What the group's runs did last to each product, by its id. */
export async function readSaleHistory(db: Db, groupId: number): Promise<SaleHistory> {
  const rows = await db
    .selectDistinctOn([saleSteps.product_id], { step: saleSteps })
    .from(saleSteps)
    .innerJoin(saleRuns, eq(saleRuns.id, saleSteps.run_id))
    .where(and(eq(saleRuns.group_id, groupId), eq(saleSteps.status, "done")))
    .orderBy(asc(saleSteps.product_id), desc(saleSteps.done_at), desc(saleSteps.run_id));
  return new Map(
    rows.flatMap(({ step }) =>
      step.done_at === null
        ? []
        : [
            [
              step.product_id,
              {
                at: step.done_at,
                action: step.action,
                discounted: step.new_price < step.original_price,
                tagsAdded: step.tags_to_add,
              },
            ] as const,
          ],
    ),
  );
}
