import { Refusal } from "./refusal.ts";

/** `2026-11-21 18:30 UTC`, for sentences. */
export const minuteOf = (time: Date) => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;

export const iso = (time: Date | null) => time?.toISOString() ?? null;

/**
 * Returns a time from the wire. Throws a 422 Refusal about the field if it is not one in ISO 8601
 * with a zone,
 * or is not after `notBefore`.
 */
export function futureTime(
  text: string,
  { field, place, notBefore }: { field: string; place: "body" | "query"; notBefore: Date },
): Date {
  const refuse = (msg: string) =>
    new Refusal(422, [{ loc: [place, field], msg, type: "value_error" }]);
  const time = timeOf(text);
  if (!time) throw refuse(`${field} must be a time in ISO 8601, with its zone.`);
  if (time <= notBefore) throw refuse("This time has passed.");
  return time;
}

/** Returns undefined unless the text is a time in ISO 8601 with a zone. */
export function timeOf(text: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)) return undefined;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

const hour = 3_600_000;

export const day = 24 * hour;

/** Returns the UTC day of a moment: from its midnight to the next. */
export function utcDay(moment: Date): { readonly from: Date; readonly to: Date } {
  const from = new Date(Math.floor(moment.getTime() / day) * day);
  return { from, to: new Date(from.getTime() + day) };
}

/** Returns the rest of 08:00 to 20:00 UTC, from a minute after `now`; undefined if nothing is left. */
export function restOfDay(now: Date): { from: Date; to: Date } | undefined {
  const midnight = utcDay(now).from.getTime();
  const from = new Date(Math.max(midnight + 8 * hour, now.getTime() + 60_000));
  const to = new Date(midnight + 20 * hour);
  return from < to ? { from, to } : undefined;
}
