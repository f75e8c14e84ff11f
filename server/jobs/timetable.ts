import { CronExpressionParser } from "cron-parser";
import { and, eq, lt } from "drizzle-orm";
import type { Context, Jobs } from "../context.ts";
import { timetableSlots } from "../db/schema.ts";

/** Periodic jobs, as cron expressions in UTC. */
export const timetable = {
  "plan-day": "0 6 * * *",
  "rotate-sales": "0 1 * * 1",
  newsletter: "0 8 * * 1",
} as const satisfies { readonly [Name in keyof Jobs]?: string };

const names = Object.keys(timetable) as (keyof typeof timetable)[]; // It has these keys and no others.

/** The last time before `now` at which a job of the timetable was due. */
export const lastSlot = (name: keyof typeof timetable, now: Date): Date =>
  CronExpressionParser.parse(timetable[name], { tz: "UTC", currentDate: now }).prev().toDate();

/**
 * The slot of a timetable job that runs at `now`. Another server's clock, which may have enqueued the
 * job, may be ahead of this one's by up to a minute.
 */
export const currentSlot = (name: keyof typeof timetable, now: Date): Date =>
  lastSlot(name, new Date(now.getTime() + 60_000));

/**
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
