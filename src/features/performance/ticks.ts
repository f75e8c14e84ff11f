import { zonedFormat } from "@/shared/format/zone";

const day = 86_400_000;

const ofDay = zonedFormat({ day: "numeric", month: "short" });
const ofTime = zonedFormat({ hour: "2-digit", minute: "2-digit" });
const ofSecond = zonedFormat({ hour: "2-digit", minute: "2-digit", second: "2-digit" });
const zone = zonedFormat({ timeZoneName: "short" });

/** Returns the day in the operator's time zone, such as '24 Nov'. */
export const formatDay = (time: number) => ofDay().format(time);

/** Returns the name of the operator's time zone at that time, such as 'CET'. */
export const zoneAt = (time: number) =>
  zone()
    .formatToParts(time)
    .find(({ type }) => type === "timeZoneName")?.value ?? "";

/**
 * Returns the labels of a time axis in the operator's time zone. A label is the time, with the day
 * below it if that differs from the previous mark's. If the marks are days apart, it is the day.
 *
 * @param times the marks, in milliseconds, oldest first
 * @param step the distance between them, in milliseconds
 * @param now the current time; labels leave out its year
 */
export function tickLabels(times: readonly number[], step: number, now: number): string[] {
  const clock = (step < 60_000 ? ofSecond : ofTime)();
  let shownDay = "";
  let shownYear = yearOf(now);
  return times.map((time) => {
    const date = formatDay(time);
    const year = yearOf(time);
    const dated = year === shownYear ? date : `${date} ${year}`;
    shownYear = year;
    if (step >= day) return dated;
    const isSameDay = dated === shownDay;
    shownDay = date;
    return isSameDay ? clock.format(time) : `${clock.format(time)}\n${dated}`;
  });
}

const yearOf = (time: number) => new Date(time).getFullYear();
