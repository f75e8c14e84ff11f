import type { Context, User } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { PlannedStep } from "./planned-step.ts";
import { hasActiveWorker, lockRunsOf, whyBlocked } from "./sale-blocking.ts";
import { readInterruptedTags, readSaleHistory, readSalesElsewhere } from "./sale-history.ts";
import { readOriginals } from "./sale-originals.ts";
import { planRestore, planRotation } from "./sale-rotation.ts";
import { assignWorker, type RunOrder, runOfOrigin, startRun } from "./sale-runs.ts";
import { connectionOf, type Purpose, readyToRotate, type Surveyed } from "./sale-shop.ts";
import type { RunRow } from "./sale-steps.ts";

/** The user and the command that start a run. */
export type RunStarter = { readonly user: User; readonly command: string };

type Order = Omit<RunOrder, "group_id">;

/** `ended`: the order's run exists and cannot be resumed. `nothing`: the plan has no steps. */
type OpenedRun =
  | { readonly state: "open" | "ended"; readonly run: RunRow }
  | { readonly state: "nothing" }
  | { readonly state: "blocked"; readonly why: string };

/** Returns the steps of a rotation or of a restore now, in order. */
export async function makePlan(
  { db, ports }: Context,
  { groupId, settings, products, connection }: Surveyed,
  purpose: Purpose = "rotate",
): Promise<readonly PlannedStep[]> {
  const originals = await readOriginals(db, connection.store);
  if (purpose === "restore") return planRestore(products, originals);
  const history = await readSaleHistory(db, groupId);
  const elsewhere = await readSalesElsewhere(db, groupId, connection.store);
  const interrupted = await readInterruptedTags(db, groupId);
  const now = ports.clock.now();
  return planRotation(settings, products, history, now, originals, elsewhere, interrupted);
}

/**
 * Starts the order's run, or resumes it if it exists, for a worker or, with null, for its operator.
 * Call it in one transaction. 409 if the group's shop was replaced since it was read, 422 if the
 * order's origin belongs to another order.
 */
export async function startOrResume(
  context: Context,
  shop: Surveyed,
  { kind, origin, started_by }: Order,
  worker: string | null,
): Promise<OpenedRun> {
  const { db } = context;
  const order = { group_id: shop.groupId, kind, origin, started_by };
  await lockRunsOf(db, shop.groupId);
  const known = await runOfOrigin(db, origin);
  if (known) return resume(context, known, order, worker);
  const why = await whyBlocked(context, shop.groupId, shop.connection.store);
  if (why) return { state: "blocked", why };
  const purpose = kind === "restore" ? "restore" : "rotate";
  const now = await readyToRotate(context, shop.groupId, purpose);
  if (now.integration.id !== shop.integration.id) {
    throw new Refusal(409, "The group's shop has just changed. Try again.");
  }
  const plan = await makePlan(context, { ...shop, settings: now.settings }, purpose);
  if (plan.length === 0) return { state: "nothing" };
  return { state: "open", run: await startRun(context, order, shop.integration, plan, worker) };
}

async function resume(
  context: Context,
  run: RunRow,
  order: RunOrder,
  worker: string | null,
): Promise<OpenedRun> {
  if (run.group_id !== order.group_id || run.kind !== order.kind) {
    throw new Refusal(422, "This Idempotency-Key was used for another request.");
  }
  if (run.ended_at) return { state: "ended", run };
  if (hasActiveWorker(run, context.ports.clock.now())) {
    return { state: "blocked", why: "This run is in progress." };
  }
  const { store } = await connectionOf(context, run);
  const why = await whyBlocked(context, run.group_id, store, run);
  if (why) return { state: "blocked", why };
  if (worker) await assignWorker(context, run, worker);
  return { state: "open", run };
}
