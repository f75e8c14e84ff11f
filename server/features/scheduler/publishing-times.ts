import type { PublishingTimes } from "@/entities/group/contract";
import { weekdays } from "@/entities/group/contract";
import { day } from "../../kernel/times.ts";
import { offsetAt } from "./time-zones.ts";

type Times = { readonly publishing_times: PublishingTimes; readonly time_zone: string };

/** No schedule is planned further ahead: after it, a search for a free time ends. */
const daysAhead = 3660;

/**
 * Returns the publishing times from `from` on, in order and as moments in ms. A time that the
 * clocks skip in spring comes as much later as they are put forward; one that they repeat in autumn
 * comes once. Throws an Error if the time zone is unknown.
 */
export function* slotsFrom(
  { publishing_times, time_zone }: Times,
  from: number,
): Generator<number> {
  if (weekdays.every((weekday) => publishing_times[weekday].length === 0)) return;
  const first = Math.floor(wallTime(time_zone, from) / day) * day;
  let last = Number.NEGATIVE_INFINITY;
  // The day before, because a skipped time may have moved past midnight.
  for (let date = first - day; date < first + daysAhead * day; date += day) {
    // Day 0 of a JavaScript week is Sunday.
    const weekday = weekdays[(new Date(date).getUTCDay() + 6) % 7] ?? "monday";
    const moments = publishing_times[weekday]
      .map((time) => momentOf(time_zone, date + minutesOf(time) * 60_000))
      .toSorted((one, other) => one - other);
    for (const moment of moments) {
      if (moment < from || moment <= last) continue;
      last = moment;
      yield moment;
    }
  }
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/**
 * Returns the moment at which the clocks of a zone show a time, which is given as if it were in UTC.
 */
function momentOf(zone: string, wall: number): number {
  const before = wall - offsetAt(zone, wall - day);
  const after = wall - offsetAt(zone, wall + day);
  const shown = [before, after].filter((moment) => wallTime(zone, moment) === wall);
  return shown.length > 0 ? Math.min(...shown) : before;
}

/** Returns what the clocks of a zone show at a moment, as if it were in UTC. */
const wallTime = (zone: string, moment: number) => moment + offsetAt(zone, moment);
