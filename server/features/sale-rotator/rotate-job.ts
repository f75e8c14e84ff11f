import { asc, eq } from "drizzle-orm";
import { saleSettings } from "../../db/schema.ts";
import type { Context, Jobs } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { JobHandlers } from "../../kernel/runs.ts";
import { currentSlot, lastSlot } from "../../kernel/timetable.ts";
import { hasScheduledRunEnded, scheduledRun } from "./sale-execution.ts";
import { readyToRotate } from "./sale-shop.ts";

const minute = 60_000;

/** Enqueues the rotation of every active group, once for this slot of the timetable. */
export const rotateSales: JobHandlers["rotate-sales"] = (_, { ports, transaction }) =>
  transaction(async ({ db, enqueue }) => {
    const slot = currentSlot("rotate-sales", ports.clock.now()).toISOString();
    const active = await db
      .select({ groupId: saleSettings.group_id })
      .from(saleSettings)
      .where(eq(saleSettings.is_active, true))
      .orderBy(asc(saleSettings.group_id));
    for (const { groupId } of active) {
      await enqueue("rotate-sale", { groupId, slot }, { singletonKey: keyOf({ groupId, slot }) });
    }
    return { groups: active.length };
  });

const keyOf = ({ groupId, slot }: Jobs["rotate-sale"]) => `rotate-sale:${groupId}:${slot}`;

/**
 * Rotates one group's sale for one slot. While another run blocks it or the shop does not answer, it is
 * retried every five minutes, until the next slot. Does nothing if the group was deleted, its rotator
 * is off or it has no shop.
 */
export const rotateSale: JobHandlers["rotate-sale"] = async (work, run) => {
  const { ports, transaction } = run;
  if (work.stopped) throw new Refusal(409, work.stopped);
  if (lastSlot("rotate-sales", ports.clock.now()) > new Date(work.slot)) return {};
  const ready = await transaction((context) => readyToRotate(context, work.groupId)).catch(
    (error: unknown) => {
      if (error instanceof Refusal) return undefined;
      throw error;
    },
  );
  if (!ready) return { skipped: 1 };
  const figures = await scheduledRun(run, work.groupId, work.slot).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 503) return undefined;
    return transaction((context) => reportStopped(context, work, error));
  });
  if (figures) return figures;
  const startAfter = new Date(ports.clock.now().getTime() + 5 * minute);
  await transaction(({ enqueue }) =>
    enqueue("rotate-sale", work, { startAfter, singletonKey: keyOf(work) }),
  );
  return { postponed: 1 };
};

/**
 * Reports a stopped run in a job of its own: this one would be retried, find the run ended, and count
 * as done. Throws the error if no run has ended, because a retry may succeed.
 */
async function reportStopped(
  { db, enqueue }: Context,
  work: Jobs["rotate-sale"],
  error: Refusal,
): Promise<{ stopped: number }> {
  if (!(await hasScheduledRunEnded(db, work.groupId, work.slot))) throw error;
  const stopped = { ...work, stopped: error.message };
  await enqueue("rotate-sale", stopped, { singletonKey: `${keyOf(work)}:stopped` });
  return { stopped: 1 };
}
