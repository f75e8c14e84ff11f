import type { CategoryStatus } from "./schema";

type Pool = Pick<CategoryStatus, "unused_pool_count" | "daily_quota">;

/**
 * Days that the unused pool lasts at the daily quota; null where nothing is used up, and undefined
 * where the server does not say enough.
 */
export function runwayOf({ unused_pool_count, daily_quota }: Pool): number | null | undefined {
  if (daily_quota === undefined) return undefined;
  if (daily_quota <= 0) return null;
  return unused_pool_count === undefined ? undefined : unused_pool_count / daily_quota;
}
