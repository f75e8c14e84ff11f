/** A drop snaps to this, in minutes. */
const step = 15;

const lastStep = (24 * 60) / step - 1;

/** Where a drop would put an entry. */
type DropTime = {
  /** In milliseconds. */
  readonly time: number;
  /** The time of day that is chosen, such as '02:30', if the clocks skip it on that day. */
  readonly skipped: string | undefined;
};

/**
 * Returns the time of a drop on a day: at this part of it, from 0 at its beginning to 1 at its end. If
 * the part is undefined, at the time of day that the entry had.
 */
export function dropTime(day: Date, had: number, part?: number): DropTime {
  const was = new Date(had);
  const minutes =
    part === undefined
      ? was.getHours() * 60 + was.getMinutes()
      : Math.min(Math.max(Math.floor(part * (lastStep + 1)), 0), lastStep) * step;
  // As a local time: a day on which the clock changes has 23 or 25 hours.
  const at = new Date(day.getFullYear(), day.getMonth(), day.getDate(), 0, minutes);
  const isSkipped = at.getHours() * 60 + at.getMinutes() !== minutes;
  return { time: at.getTime(), skipped: isSkipped ? clockTime(minutes) : undefined };
}

const clockTime = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60]
    .map((figure) => String(figure).padStart(2, "0"))
    .join(":");
