import { zonedFormat } from "./zone";

/**
 * Formats the server's times in the operator's own zone, and names the zone. A time without a zone
 * is UTC.
 */

const isoTime =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,3})?)?)\d*\s*(z|utc|gmt)?(?:([+-]\d{2})(?::?(\d{2}))?)?z?)?$/i;

/** 'Tue, 01 Dec 2026 09:30:00 GMT', as HTTP writes times, and Flask; mails leave the weekday out. */
const httpTime = /^(?:[a-z]{3}, )?\d{1,2} [a-z]{3} \d{4} \d{2}:\d{2}:\d{2} (?:gmt|utc|[+-]\d{4})$/i;

/** Seconds since 1970, as Python's `time.time()`, or milliseconds. Between the two are 30,000 years. */
const unixTime = /^(\d{10})(\d{3})?(?:\.\d+)?$/;

/**
 * Parses a time to milliseconds; undefined if the text is none. It is ISO 8601, or as other backends
 * write it: with a blank, a short offset (PostgreSQL's `+00`), `UTC`, an offset and a Z, or the zone's name
 * behind the offset (Java); or the seconds or milliseconds since 1970.
 */
export function parseTime(text: string | null | undefined): number | undefined {
  const written = text?.trim().replace(/\[[\w/+-]+\]$/, "") ?? "";
  const [isUnix, seconds, milliseconds = "000"] = unixTime.exec(written) ?? [];
  if (isUnix) return Number(`${seconds}${milliseconds}`);
  const [isIso, day = "", clock, , hours, minutes = "00"] = isoTime.exec(written) ?? [];
  if (!isIso && !httpTime.test(written)) return undefined;
  const zone = hours ? `${hours}:${minutes}` : "Z";
  const time = Date.parse(
    !isIso ? written : clock ? `${day}T${clock.replace(",", ".")}${zone}` : day,
  );
  return Number.isNaN(time) ? undefined : time;
}

const dayAndTime: Intl.DateTimeFormatOptions = {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
};
const dateTime = zonedFormat(dayAndTime);
const dateTimeWithYear = zonedFormat({ ...dayAndTime, year: "numeric" });

/** '20 Nov, 14:02 CET', with the year unless it is the current one. */
export function formatDateTime(time: number, now: number) {
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? dateTime() : dateTimeWithYear()).format(time);
}

/** '14:02:10' in the operator's zone. */
export function formatTime(time: number) {
  const at = new Date(time);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits).join(":");
}

/** '14:02' in the operator's zone if it is today there, else '20 Nov, 14:02 CET'. */
export const formatTimeOfDay = (time: number, now: number) =>
  new Date(time).toDateString() === new Date(now).toDateString()
    ? formatTime(time).slice(0, 5)
    : formatDateTime(time, now);

const twoDigits = (figure: number) => String(figure).padStart(2, "0");

/** '2026-11-20 13:02 UTC' */
export const formatUtc = (time: number) =>
  `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;

const minute = 60_000;
const steps = [
  { unit: "d", length: 86_400_000 },
  { unit: "h", length: 3_600_000 },
  { unit: "min", length: minute },
] as const;

/** 'in 3 h', '12 min ago', 'now'. */
export function formatRelative(time: number, now: number) {
  const distance = Math.abs(time - now);
  if (distance < minute) return "now";
  return time > now ? `in ${formatAge(distance)}` : `${formatAge(distance)} ago`;
}

/** '12 min', '3 h', '2 d' of a span in milliseconds, rounded down. */
export function formatAge(span: number): string {
  const step = steps.find(({ length }) => span >= length);
  return step ? `${Math.floor(span / step.length)} ${step.unit}` : "0 min";
}
