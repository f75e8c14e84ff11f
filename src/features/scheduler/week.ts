import { parseTime } from "@/shared/format/time";
import type { ScheduledPost } from "./schema";

export type Day = {
  /** Midnight of the day in the operator's time zone. */
  readonly date: Date;
  readonly posts: readonly ScheduledPost[];
};

/** Returns the Monday of a moment's week, at midnight in the operator's time zone. */
export function mondayOf(moment: number): Date {
  const date = new Date(moment);
  // `getDay` is 0 on Sunday, which ends the week here.
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - ((date.getDay() + 6) % 7));
}

/** Formats a day in the operator's time zone for the URL, as '2026-11-23'. */
export const dayInAddress = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");

/** Returns the Monday of the week that the URL names by one of its days, or of the current week. */
export const mondayNamed = (day: string | undefined, now: number) =>
  mondayOf(day === undefined ? now : new Date(`${day}T00:00`).getTime());

/** Adds calendar days, because a day on which the clock changes has 23 or 25 hours. */
export const daysAfter = (date: Date, days: number) =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);

/** Returns the seven days from a Monday with the posts that are due on each, in order of time. */
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
