import type { CategoryStatus } from "../schema";
import styles from "./runway-meter.module.css";

/** Left edge of each day's segment and the right edge of the last, in px. */
const begins = [0, 14, 25, 39, 50, 61, 72, 81] as const;
const dayWidth = 9;
/** One clipped bar instead of seven elements, because each row of a table has one. Wider gaps after day 1 and day 3. */
const segments = `path("${begins
  .slice(0, 7)
  .map((begin) => `M${begin} 2q0-2 2-2h5q2 0 2 2v5q0 2-2 2h-5q-2 0-2-2z`)
  .join("")}")`;

function widthOf(days: number) {
  const whole = Math.floor(days);
  return (begins[whole] ?? begins[7]) + (begins[whole + 1] ? (days - whole) * dayWidth : 0);
}

/** Days the unused pool lasts: a segment a day, up to a week; null means nothing uses it up. */
export function RunwayMeter({ days }: { days: number | null }) {
  return (
    <span className={styles.meter} data-level={levelOf(days)}>
      <span
        className={styles.segments}
        style={{
          backgroundSize: `${widthOf(Math.max(0, days ?? 0))}px`,
          clipPath: segments,
        }}
        aria-hidden="true"
      />
      <span>{days === null ? "—" : `${days.toFixed(1)} d`}</span>
    </span>
  );
}

function levelOf(days: number | null) {
  if (days === null) return "none";
  if (days < 1) return "out";
  return days < 3 ? "low" : "enough";
}

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
