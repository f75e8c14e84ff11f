/**
 * Seconds until the next check, from now to a whole pace; all in milliseconds.
 * 0 when it should have begun already.
 */
export function secondsToNextCheck(checkedAt: number, now: number, pace: number) {
  const rest = Math.ceil((checkedAt + pace - now) / 1_000);
  return Math.min(Math.max(rest, 0), pace / 1_000);
}
