import { formatFigure } from "@/shared/format/number";
import type { Performance } from "./schema";

type Figure = number | null | undefined;

export type Totals = {
  readonly posts: number;
  /** Null if no post was measured. */
  readonly impressions: number | null;
  /** The average rate as a fraction; null if no post was measured. */
  readonly engagement: number | null;
};

export const totalsOf = (
  posts: readonly Pick<Performance, "impressions" | "engagement_rate">[],
): Totals => ({
  posts: posts.length,
  impressions: sumOf(posts.map(({ impressions }) => impressions)),
  engagement: averageOf(posts.map(({ engagement_rate }) => engagement_rate)),
});

/** Adds up the measured figures. */
export function sumOf(figures: readonly Figure[]): number | null {
  const measured = measuredOf(figures);
  return measured.length === 0 ? null : measured.reduce((sum, figure) => sum + figure, 0);
}

/** Every measured post counts the same, as in the averages of By Category. */
export function averageOf(figures: readonly Figure[]): number | null {
  const sum = sumOf(figures);
  return sum === null ? null : sum / measuredOf(figures).length;
}

const measuredOf = (figures: readonly Figure[]) =>
  figures.filter((figure) => typeof figure === "number");

/**
 * Returns how the totals differ from those of another period: posts as a number, impressions in
 * percent, engagement in percentage points. Undefined if there is nothing to compare.
 */
export function changesOf(
  totals: Totals,
  before: Totals,
): Readonly<Record<keyof Totals, string | undefined>> {
  const { impressions, engagement } = totals;
  return {
    posts: signed(totals.posts - before.posts),
    impressions:
      impressions !== null && before.impressions
        ? signed(Math.round((impressions / before.impressions - 1) * 100), "%")
        : undefined,
    engagement:
      engagement !== null && before.engagement !== null
        ? signed(Math.round((engagement - before.engagement) * 10_000) / 100, " points")
        : undefined,
  };
}

function signed(value: number, unit = "") {
  const sign = value === 0 ? "±" : value > 0 ? "+" : "−";
  return `${sign}${formatFigure(Math.abs(value))}${unit}`;
}
