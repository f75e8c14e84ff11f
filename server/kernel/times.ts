import { fieldRefusal } from "./refusal.ts";

/** Returns a time as `2026-11-21 18:30 UTC`, for sentences. */
export const minuteOf = (time: Date) => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;

export const iso = (time: Date | null) => time?.toISOString() ?? null;

/** Throws a 422 Refusal about the field unless it is a time in ISO 8601 with a zone. */
export function timeOf(text: string, field: string, place: "body" | "query"): Date {
  const isIso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const time = new Date(text);
  if (isIso && !Number.isNaN(time.getTime())) return time;
  throw fieldRefusal(field, `${field} must be a time in ISO 8601, with its zone.`, place);
}

/** Returns the same for `publish_at`, which must be after `now`. */
export function futureTime(publish_at: string, place: "body" | "query", now: Date): Date {
  const time = timeOf(publish_at, "publish_at", place);
  if (time <= now) throw fieldRefusal("publish_at", "This time has passed.", place);
  return time;
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
