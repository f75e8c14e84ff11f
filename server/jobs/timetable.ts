import { and, eq, lt } from "drizzle-orm";
import { timetableSlots } from "../db/schema.ts";
import type { Context } from "../kernel/context.ts";
import { lastSlot, timetable } from "../kernel/timetable.ts";

const names = Object.keys(timetable) as (keyof typeof timetable)[];

/**
 * Called every minute by server/periodic.ts. Due posts and measurements have functions of their own there.
 *
 * Enqueues each job of the timetable whose last slot has not been enqueued yet: once, however many
 * servers run and however late it is. Slots before the first start count as done. Returns how many.
 */
export async function enqueueSlots({ db, ports, enqueue }: Context): Promise<number> {
  let enqueued = 0;
  for (const name of names) {
    const slot = lastSlot(name, ports.clock.now());
    await db.insert(timetableSlots).values({ name, slot }).onConflictDoNothing();
    const moved = await db
      .update(timetableSlots)
      .set({ slot })
      .where(and(eq(timetableSlots.name, name), lt(timetableSlots.slot, slot)))
      .returning();
    if (moved.length === 0) continue;
    enqueued += 1;
    await enqueue(name, {}, { singletonKey: name });
  }
  return enqueued;
}
