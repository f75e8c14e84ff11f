const day = 86_400_000;
const hour = 3_600_000;

/** Returns the next automatic rotation after `now`: Monday at 01:00 UTC. In milliseconds. */
export function nextRotation(now: number): number {
  const date = new Date(now);
  const midnight = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  const sinceMonday = (date.getUTCDay() + 6) % 7;
  const thisWeek = midnight - sinceMonday * day + hour;
  return thisWeek > now ? thisWeek : thisWeek + 7 * day;
}
