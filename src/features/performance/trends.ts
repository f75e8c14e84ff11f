import { parseTime } from "@/shared/format/time";
import type { Performance } from "./schema";
import { averageOf } from "./totals";

/** The average rate of the posts of one step; `step` counts from 0. */
export type TrendPoint = { readonly step: number; readonly rate: number };

export type Trends = {
  /** The length of a step in days: the shortest that leaves few enough steps. */
  readonly days: 1 | 7 | 30;
  readonly steps: number;
  /** The first and the last day with a measured post, in milliseconds. */
  readonly first: number;
  readonly last: number;
  /** The highest rate that the chart has to hold. */
  readonly top: number;
  /** The points of each category by its name, oldest first. */
  readonly byCategory: ReadonlyMap<string, readonly TrendPoint[]>;
};

/** The chart holds at least 7%, so that the marks at 2% and 5% have room. */
const least = 0.07;

/** Returns the engagement of the measured posts over time; undefined if none was measured. */
export function trendsOf(
  posts: readonly Pick<Performance, "category_name" | "publish_at" | "engagement_rate">[],
): Trends | undefined {
  const measured = posts.flatMap(({ category_name: name, publish_at, engagement_rate: rate }) => {
    const time = parseTime(publish_at);
    return time === undefined || typeof rate !== "number" || !name
      ? []
      : [{ name, rate, day: new Date(time).setHours(0, 0, 0, 0) }];
  });
  if (measured.length === 0) return undefined;
  const first = Math.min(...measured.map(({ day }) => day));
  const last = Math.max(...measured.map(({ day }) => day));
  const days = daysFor(daysBetween(first, last) + 1);
  const rates = new Map<string, Map<number, number[]>>();
  for (const { name, rate, day } of measured.sort((one, other) => one.day - other.day)) {
    const steps = rates.get(name) ?? new Map<number, number[]>();
    const step = Math.floor(daysBetween(first, day) / days);
    rates.set(name, steps.set(step, [...(steps.get(step) ?? []), rate]));
  }
  const byCategory = new Map(
    [...rates].map(([name, steps]) => [
      name,
      [...steps].map(([step, all]) => ({ step, rate: averageOf(all) ?? 0 })),
    ]),
  );
  const shown = [...byCategory.values()].flat().map(({ rate }) => rate);
  const steps = Math.floor(daysBetween(first, last) / days) + 1;
  return { days, steps, first, last, top: Math.max(least, ...shown), byCategory };
}

const daysFor = (all: number) => (all <= 14 ? 1 : all <= 112 ? 7 : 30);

/** Counts midnights; a day may have 23 or 25 hours. */
const daysBetween = (first: number, last: number) => Math.round((last - first) / 86_400_000);
