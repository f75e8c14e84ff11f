export type PerDay = {
  readonly image_posts_per_day: number;
  readonly video_posts_per_day: number;
  readonly text_posts_per_day: number;
};

/** The kinds of posts. Each has its own quota. */
export const postKinds = ["image", "video", "text"] as const;
export type PostKind = (typeof postKinds)[number];

/** Posts per day of all kinds together; 0 means that the category is archived. */
export const dailyQuota = (perDay: PerDay) =>
  perDay.image_posts_per_day + perDay.video_posts_per_day + perDay.text_posts_per_day;

export const quotaOf = (perDay: PerDay, kind: PostKind) => perDay[`${kind}_posts_per_day`];

/** The number of posts that today still lacks, at least 0. */
export const missingForQuota = (quota: number, scheduledToday: number) =>
  Math.max(0, quota - scheduledToday);

const hour = 3_600_000;
export const day = 24 * hour;

/** The UTC day of a moment: from its midnight to the next. */
export function utcDay(moment: Date): { readonly from: Date; readonly to: Date } {
  const from = new Date(Math.floor(moment.getTime() / day) * day);
  return { from, to: new Date(from.getTime() + day) };
}

/** The rest of 08:00 to 20:00 UTC, from a minute after `now`; undefined if nothing is left. */
export function restOfDay(now: Date): { from: Date; to: Date } | undefined {
  const midnight = utcDay(now).from.getTime();
  const from = new Date(Math.max(midnight + 8 * hour, now.getTime() + 60_000));
  const to = new Date(midnight + 20 * hour);
  return from < to ? { from, to } : undefined;
}
