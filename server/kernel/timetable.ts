import { CronExpressionParser } from "cron-parser";
import type { Jobs } from "./context.ts";

/**
 * The jobs at fixed times, as cron expressions in UTC. A post is none of them: it has a job of its own
 * that starts when the post is due, see server/features/scheduler/due.ts.
 */
export const timetable = {
  "plan-day": "0 6 * * *",
  "rotate-sales": "0 1 * * 1",
  newsletter: "0 8 * * 1",
} as const satisfies { readonly [Name in keyof Jobs]?: string };
// It has these keys and no others.

/** Returns the last time before `now` at which a job of the timetable was due. */
export const lastSlot = (name: keyof typeof timetable, now: Date): Date =>
  CronExpressionParser.parse(timetable[name], { tz: "UTC", currentDate: now }).prev().toDate();

/**
 * Returns the slot of a timetable job that runs at `now`. Another server's clock, which may have
 * enqueued the job, may be ahead of this one's by up to a minute.
 */
export const currentSlot = (name: keyof typeof timetable, now: Date): Date =>
  lastSlot(name, new Date(now.getTime() + 60_000));
