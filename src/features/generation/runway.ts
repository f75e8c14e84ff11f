import type { CategoryStatus } from "./schema";

type Pool = Pick<CategoryStatus, "unused_pool_count" | "daily_quota">;

/**
 * Returns the days that the unused pool lasts at the daily quota: null if nothing is used up,
 * undefined if the server does not send enough.
 */
export function runwayOf({ unused_pool_count, daily_quota }: Pool): number | null | undefined {
  if (daily_quota === undefined) return undefined;
  if (daily_quota <= 0) return null;
  return unused_pool_count === undefined ? undefined : unused_pool_count / daily_quota;
}
