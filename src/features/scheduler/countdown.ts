/**
 * Returns the seconds until the next check, at most a whole `pace`; 0 if it should have begun
 * already. All parameters are in milliseconds.
 */
export function secondsToNextCheck(checkedAt: number, now: number, pace: number) {
  const rest = Math.ceil((checkedAt + pace - now) / 1_000);
  return Math.min(Math.max(rest, 0), pace / 1_000);
}
