import { parseTime } from "@/shared/format/time";
import { contentOf, type Posts } from "./posts";
import type { ScheduledPost } from "./schema";

/** The days that a calendar shows at once. */
export type Span = "week" | "month";

/** One content at one time, with its post on each account. */
export type Entry = {
  /** When the first of its posts is due. */
  readonly time: number;
  readonly posts: Posts;
};

export type Day = {
  /** Midnight of the day in the operator's time zone. */
  readonly date: Date;
  readonly entries: readonly Entry[];
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

/** Returns the day that the URL names, or the current one, at midnight. */
export function dayNamed(day: string | undefined, now: number): Date {
  const date = new Date(day === undefined ? now : `${day}T00:00`);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate());
}

/** Adds calendar days, because a day on which the clock changes has 23 or 25 hours. */
export const daysAfter = (date: Date, days: number) =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);

/** Returns the first day of the week or month that a day is in. */
export const startOf = (span: Span, day: Date): Date =>
  span === "week" ? mondayOf(day.getTime()) : new Date(day.getFullYear(), day.getMonth(), 1);

/** Returns the first day of the week or month that many before or after. */
export function turned(span: Span, day: Date, by: 1 | -1): Date {
  const start = startOf(span, day);
  return span === "week"
    ? daysAfter(start, by * 7)
    : new Date(start.getFullYear(), start.getMonth() + by, 1);
}

/** Returns the first of the whole weeks that are shown, and the midnight that ends them. */
export function boundsOf(span: Span, day: Date): { from: Date; to: Date } {
  const start = startOf(span, day);
  const from = mondayOf(start.getTime());
  const last = span === "week" ? from : daysAfter(turned("month", day, 1), -1);
  return { from, to: daysAfter(mondayOf(last.getTime()), 7) };
}

/** Returns the days from one midnight to another with what is due on each, in order of time. */
export function daysOf(
  { from, to }: { from: Date; to: Date },
  posts: readonly ScheduledPost[],
): readonly Day[] {
  const count = Math.round((to.getTime() - from.getTime()) / 86_400_000);
  const entries = entriesOf(posts);
  return Array.from({ length: count }, (_, day) => {
    const date = daysAfter(from, day);
    const end = daysAfter(from, day + 1).getTime();
    return {
      date,
      entries: entries.filter(({ time }) => time >= date.getTime() && time < end),
    };
  });
}

/**
 * Joins the posts of one content that are due within a minute: a server that finds a slot for each
 * account makes times that differ by milliseconds. Posts whose time cannot be read are left out:
 * `UndatedPosts` counts them.
 */
export function entriesOf(posts: readonly ScheduledPost[]): readonly Entry[] {
  const due = posts
    .flatMap((post) => {
      const time = parseTime(post.publish_at);
      return time === undefined ? [] : [{ post, time }];
    })
    .toSorted((one, other) => one.time - other.time);
  const entries: Entry[] = [];
  /** The place of the last entry of each content. */
  const places = new Map<string, number>();
  for (const { post, time } of due) {
    const content = contentOf(post);
    const place = places.get(content) ?? -1;
    const known = entries[place];
    if (known && time - known.time < 60_000) {
      entries[place] = { ...known, posts: [...known.posts, post] };
    } else {
      places.set(content, entries.length);
      entries.push({ time, posts: [post] });
    }
  }
  return entries;
}
