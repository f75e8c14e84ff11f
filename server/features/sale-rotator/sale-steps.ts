import { and, asc, count, eq, ne, sql } from "drizzle-orm";
import { saleRuns, saleSteps } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { counted } from "../../kernel/sentences.ts";
import type { PlannedStep } from "./planned-step.ts";
import { forgetOriginals } from "./sale-originals.ts";

export type RunRow = typeof saleRuns.$inferSelect;
export type StepRow = typeof saleSteps.$inferSelect;

/** Returns the steps of a run, in execution order. */
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

/** Returns words such as `3 of 10 products changed`. */
export async function progress(db: Db, run: RunRow): Promise<string> {
  const { done, total } = await countSteps(db, run);
  return `${done} of ${counted(total, "product")} changed`;
}

export async function countSteps(db: Db, run: RunRow) {
  const [counted] = await db
    .select({
      total: count(),
      done: count(sql`case when ${saleSteps.status} = 'done' then 1 end`),
    })
    .from(saleSteps)
    .where(eq(saleSteps.run_id, run.id));
  return counted ?? { total: 0, done: 0 };
}

/** Returns why a run cannot be continued, as a sentence: it has ended, or another worker has it. */
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
