import type { mediaTypes } from "@/entities/group/contract";
import type { GenerationType } from "@/features/generation/schema";
import { type PostFormat, postFormats } from "../../kernel/generation-work.ts";
import { counted } from "../../kernel/sentences.ts";

export type PerDay = {
  readonly image_posts_per_day: number;
  readonly video_posts_per_day: number;
  readonly text_posts_per_day: number;
};

/** Posts per day of all kinds together; 0 means that the category is archived. */
export const dailyQuota = (perDay: PerDay) =>
  perDay.image_posts_per_day + perDay.video_posts_per_day + perDay.text_posts_per_day;

export const quotaOf = (perDay: PerDay, kind: PostFormat) => perDay[`${kind}_posts_per_day`];

/**
 * Returns the kind of which a category generates its quota in bulk: for `image`, which stands for
 * posts with media, the kind of the group's focus if the category has a quota of it.
 */
export const bulkFormat = (
  perDay: PerDay,
  type: GenerationType,
  focus: (typeof mediaTypes)[number],
): PostFormat => (type === "image" && quotaOf(perDay, focus) > 0 ? focus : type);

/** A number of posts of each format. */
export type FormatCounts = { readonly [Kind in PostFormat]: number };

export const noPosts: FormatCounts = { image: 0, video: 0, text: 0 };
export const total = (kinds: FormatCounts) => kinds.image + kinds.video + kinds.text;
export const plus = (one: FormatCounts, other: FormatCounts): FormatCounts => ({
  image: one.image + other.image,
  video: one.video + other.video,
  text: one.text + other.text,
});

/**
 * Returns the posts that a quota still lacks, for each kind alone: a text does not fill the place
 * of an image.
 */
export const missingPosts = (perDay: PerDay, known: FormatCounts): FormatCounts => ({
  image: Math.max(0, perDay.image_posts_per_day - known.image),
  video: Math.max(0, perDay.video_posts_per_day - known.video),
  text: Math.max(0, perDay.text_posts_per_day - known.text),
});

const listed = new Intl.ListFormat("en");

/** Returns words such as `2 image posts and 1 text post`. */
export const inWords = (kinds: FormatCounts) =>
  listed.format(
    postFormats.flatMap((kind) => (kinds[kind] > 0 ? counted(kinds[kind], `${kind} post`) : [])),
  );
