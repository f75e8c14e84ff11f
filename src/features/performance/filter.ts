import { platforms } from "@/entities/account";
import { matches } from "@/shared/format/search";
import { parseTime } from "@/shared/format/time";
import type { Period, Sorting } from "./list-options";
import type { Performance } from "./schema";

/** The part of the choice that the console applies to the loaded posts: the API has no words for it. */
export type Filter = {
  readonly period: Period;
  /** The first and the last day, such as `2026-11-25`, if the period is `dates`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly platform?: string | undefined;
  /** Words that the post's text contains. */
  readonly text?: string | undefined;
};

export const noFilter = {
  period: "all",
  from: undefined,
  to: undefined,
  platform: undefined,
  text: undefined,
} as const satisfies Filter;

/** Returns true if the filter may leave out posts. */
export const isFiltering = ({ period, platform, text }: Filter) =>
  period !== "all" || platform !== undefined || text !== undefined;

/** Times in milliseconds; `until` is the first one after the range. */
export type Range = { readonly from: number; readonly until: number };

const days = { "7d": 7, "30d": 30, "90d": 90 } as const;

/** Returns the chosen days in the operator's time zone. Today is the last one of 'Last 7 days'. */
export function rangeOf({ period, from, to }: Filter, now: number): Range {
  if (period === "all") return { from: -Infinity, until: Infinity };
  if (period !== "dates") {
    const tomorrow = startOfDay(now, 1);
    return { from: startOfDay(tomorrow, -days[period]), until: tomorrow };
  }
  // Two days in the wrong order are still the two ends of a range.
  const [first, last] = from && to && to < from ? [to, from] : [from, to];
  return {
    from: first ? startOf(first) : -Infinity,
    until: last ? startOfDay(startOf(last), 1) : Infinity,
  };
}

const startOf = (day: string) => new Date(`${day}T00:00`).getTime();

/** Returns the midnight that many days later. A day may have 23 or 25 hours. */
function startOfDay(time: number, later: number) {
  const at = new Date(time);
  at.setHours(0, 0, 0, 0);
  return at.setDate(at.getDate() + later);
}

/** Returns the platform if there is one of that name; an address may hold any word. */
export const knownPlatform = (posts: readonly Performance[], platform: string | undefined) =>
  platform !== undefined &&
  (Object.hasOwn(platforms, platform) || posts.some((post) => post.platform === platform))
    ? platform
    : undefined;

/** Returns the posts within the range that the filter lets through, in their order. */
export function filtered(
  posts: readonly Performance[],
  { platform, text }: Filter,
  { from, until }: Range,
): readonly Performance[] {
  const chosen = knownPlatform(posts, platform);
  const isEveryTime = from === -Infinity && until === Infinity;
  if (chosen === undefined && text === undefined && isEveryTime) return posts;
  return posts.filter((post) => {
    if (chosen !== undefined && post.platform !== chosen) return false;
    if (text !== undefined && !matches(post.text_content ?? "", text)) return false;
    if (isEveryTime) return true;
    const time = parseTime(post.publish_at);
    return time !== undefined && time >= from && time < until;
  });
}

/** The posts that were loaded, and how. */
export type Loaded = Sorting & {
  readonly posts: readonly Performance[];
  /** True if the server may have more. */
  readonly isFull: boolean;
};

/** Returns true if all posts from that time on are loaded: the list ended, or goes back beyond it. */
export const hasAllFrom = (time: number, { posts, isFull, sort, order }: Loaded) =>
  !isFull ||
  (sort === "publish_at" &&
    order === "desc" &&
    posts.some(({ publish_at }) => (parseTime(publish_at) ?? Infinity) < time));

const day = 86_400_000;

/**
 * Returns the same number of days before the range. Of a range that has not ended, only as much
 * counts as has passed. Undefined if the range has no beginning, or has not begun.
 */
export function rangeBefore({ from, until }: Range, now: number): Range | undefined {
  if (from === -Infinity || from >= now) return undefined;
  const end = Math.min(until, startOfDay(now, 1));
  const length = Math.round((end - from) / day);
  const last = new Date(Math.min(end, now));
  return { from: startOfDay(from, -length), until: last.setDate(last.getDate() - length) };
}
