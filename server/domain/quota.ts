import type { GenerationType } from "@/features/generation/schema";

export type PerDay = {
  readonly image_posts_per_day: number;
  readonly video_posts_per_day: number;
  readonly text_posts_per_day: number;
};

/** How many posts a category wants on a day, of all kinds together; 0 is archived. */
export const dailyQuota = (perDay: PerDay) =>
  perDay.image_posts_per_day + perDay.video_posts_per_day + perDay.text_posts_per_day;

export const quotaOf = (perDay: PerDay, type: GenerationType) =>
  type === "image" ? perDay.image_posts_per_day : perDay.text_posts_per_day;

/** What today still lacks: never negative, and nothing for an archived category. */
export const missingForQuota = (quota: number, scheduledToday: number) =>
  Math.max(0, quota - scheduledToday);

export const day = 86_400_000;

/** The day in UTC that a moment falls on: from its midnight to the next. */
export function utcDay(moment: Date): { readonly from: Date; readonly to: Date } {
  const from = new Date(Math.floor(moment.getTime() / day) * day);
  return { from, to: new Date(from.getTime() + day) };
}
