import { parseTime } from "@/shared/format/time";
import type { ScheduledPost } from "./schema";

export type Day = {
  /** Its midnight in the operator's zone. */
  readonly date: Date;
  readonly posts: readonly ScheduledPost[];
};

/** The Monday of the week a moment falls in, at midnight of the operator's zone. */
export function mondayOf(moment: number): Date {
  const date = new Date(moment);
  // Sunday is 0, and ends the week here.
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - ((date.getDay() + 6) % 7));
}

/** A day of the operator's zone as the address has it: '2026-11-23'. */
export const dayInAddress = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");

/** The Monday of the week that an address names by one of its days; of the present one without. */
export const mondayNamed = (day: string | undefined, now: number) =>
  mondayOf(day === undefined ? now : new Date(`${day}T00:00`).getTime());

/** Days are counted by the calendar, because one with a change of the clock has 23 or 25 hours. */
export const daysAfter = (date: Date, days: number) =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);

/** Seven days from a Monday with what is due on each, in order of time. */
export function weekOf(monday: Date, posts: readonly ScheduledPost[]): readonly Day[] {
  return Array.from({ length: 7 }, (_, day) => {
    const date = daysAfter(monday, day);
    const end = daysAfter(monday, day + 1).getTime();
    const due = posts.flatMap((post) => {
      const time = parseTime(post.publish_at);
      return time !== undefined && time >= date.getTime() && time < end ? [{ post, time }] : [];
    });
    return {
      date,
      posts: due.toSorted((one, other) => one.time - other.time).map(({ post }) => post),
    };
  });
}
