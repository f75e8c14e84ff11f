import { once } from "@/shared/format/once";

const day = 86_400_000;

const ofDay = once(() => new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" }));
const ofTime = once(() => new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" }));
const ofSecond = once(
  () =>
    new Intl.DateTimeFormat("en-GB", {
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    }),
);
const zone = once(() => new Intl.DateTimeFormat("en-GB", { timeZoneName: "short" }));

/** 'CET': the operator's zone as it is called at that time. */
export const zoneAt = (time: number) =>
  zone()
    .formatToParts(time)
    .find(({ type }) => type === "timeZoneName")?.value ?? "";

/**
 * What stands below the marks of a time axis, in the operator's zone: the time, with the day below
 * it where it is another than the mark's before; days alone where the marks are days apart.
 *
 * @param times of the marks, in milliseconds, the oldest first
 * @param step between them, in milliseconds
 * @param now its year goes without saying
 */
export function tickLabels(times: readonly number[], step: number, now: number): string[] {
  const clock = (step < 60_000 ? ofSecond : ofTime)();
  let shownDay = "";
  let shownYear = yearOf(now);
  return times.map((time) => {
    const date = ofDay().format(time);
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
