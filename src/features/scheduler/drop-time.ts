/** A drop snaps to this, in minutes. */
const step = 15;

const lastStep = (24 * 60) / step - 1;

/**
 * Returns the time of a drop on a day: at this part of it, from 0 at its beginning to 1 at its end. If
 * the part is undefined, at the time of day that the entry had.
 */
export function dropTime(day: Date, had: number, part?: number): number {
  const was = new Date(had);
  const minutes =
    part === undefined
      ? was.getHours() * 60 + was.getMinutes()
      : Math.min(Math.max(Math.floor(part * (lastStep + 1)), 0), lastStep) * step;
  // As a local time: a day on which the clock changes has 23 or 25 hours.
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), 0, minutes).getTime();
}
