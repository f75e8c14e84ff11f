/**
 * Returns the level of an engagement rate: 3 from 5%, 2 from 2%, 1 below; undefined if unmeasured.
 * The rate is a fraction.
 */
export function engagementLevel(rate: number | null | undefined): 1 | 2 | 3 | undefined {
  if (typeof rate !== "number" || !Number.isFinite(rate)) return undefined;
  if (rate >= 0.05) return 3;
  return rate >= 0.02 ? 2 : 1;
}
