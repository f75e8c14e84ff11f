import type { CategoryStatus } from "./schema";

type Pool = Pick<CategoryStatus, "unused_pool_count" | "daily_quota">;

/** Days that the unused pool lasts at the daily quota; null where nothing is used up. */
export const runwayOf = ({ unused_pool_count, daily_quota }: Pool): number | null =>
  daily_quota > 0 ? unused_pool_count / daily_quota : null;
