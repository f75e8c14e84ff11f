import type { z } from "@/shared/config/zod";
import type { categorySummarySchema } from "./schema";

export type CategorySummary = z.output<typeof categorySummarySchema>;

/** Sorts by engagement, best first; categories that were not measured come last, by name. */
export const ranked = (summaries: readonly CategorySummary[]): readonly CategorySummary[] =>
  summaries.toSorted(
    (one, other) =>
      rankOf(other) - rankOf(one) || one.category_name.localeCompare(other.category_name),
  );

const rankOf = ({ average_engagement_rate: rate }: CategorySummary) => rate ?? -1;

/** The marks of the scale: where a level begins. */
const marks = [0.02, 0.05] as const;

/** The least end of the scale, so that both marks fit on it with room beside them. */
const least = 0.07;

/** If two marks are closer than this share of the scale, their labels would overlap. */
const room = 0.14;

export type Scale = {
  /** Returns the share of the scale's length that a rate takes, in percent. */
  readonly lengthOf: (rate: number) => number;
  readonly marks: readonly { readonly rate: number; readonly isNamed: boolean }[];
};

/** Returns a scale from zero that fits all these rates. */
export function scaleOf(rates: readonly (number | null | undefined)[]): Scale {
  const top = Math.max(least, ...rates.map((rate) => rate ?? 0));
  return {
    lengthOf: (rate) => Math.min(Math.max(rate / top, 0), 1) * 100,
    marks: marks.map((rate) => ({
      rate,
      isNamed: rate === marks[1] || (marks[1] - marks[0]) / top >= room,
    })),
  };
}
