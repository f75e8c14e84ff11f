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
