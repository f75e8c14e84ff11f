import { mediaTypes } from "@/entities/group/contract";
import { endpoint } from "@/shared/api/endpoint";
import { isImageAddress, optionalText, requiredText, toHttps } from "@/shared/api/fields";
import { idSchema } from "@/shared/api/id";
import { ofGroup } from "@/shared/api/list-query";
import { lenient, openEnum } from "@/shared/api/reply/lenient";
import { listing } from "@/shared/api/reply/listing";
import { z } from "@/shared/config/zod";

/** The part of a post that is published. */
export const postContentSchema = z.object({
  text_content: lenient(z.nullable(z.string())),
  image_url: lenient(z.nullable(z.string())),
  video_url: lenient(z.nullable(z.string())),
  thumbnail_url: lenient(z.nullable(z.string())),
  media_type: lenient(z.nullable(openEnum(mediaTypes))),
});

export type PostContent = z.output<typeof postContentSchema>;

/** An address of an image or a video. Its error names the field as the form does. */
const mediaAddressAs = (label: string) =>
  optionalText(2000).check(
    toHttps,
    z.refine(
      (address) => address === null || isImageAddress(address),
      `${label} must start with http://, https:// or /.`,
    ),
  );

/**
 * The fields that an operator writes, as their form holds them (input) and as the API wants them. Their
 * errors name three of them as the form does. Only a backend that says so takes a video.
 */
export const writtenFieldsAs = (text: string, image: string, video: string) => ({
  text_content: requiredText(60_000, `${text} is required.`),
  title: optionalText(1000),
  reddit_title: optionalText(2000),
  reddit_body: optionalText(60_000),
  image_url: mediaAddressAs(image),
  video_url: z.optional(mediaAddressAs(video)),
});

export const writtenFields = writtenFieldsAs("Text content", "Image URL", "Video URL");

/** The same fields of a change, which holds the changed ones only; `null` empties one. */
export const changedFieldsOf = (fields: typeof writtenFields) => ({
  text_content: z.optional(fields.text_content),
  title: z.optional(fields.title),
  reddit_title: z.optional(fields.reddit_title),
  reddit_body: z.optional(fields.reddit_body),
  image_url: z.optional(fields.image_url),
  video_url: fields.video_url,
});

export const queueStatuses = ["pending_approval", "approved", "rejected"] as const;

export type QueueStatus = (typeof queueStatuses)[number];

/** Names the account of a post. */
export const onAccount = {
  social_account_id: lenient(z.nullable(idSchema)),
  platform_type: lenient(z.string(), () => "unknown"),
  platform_username: lenient(z.nullable(z.string())),
};

export const destinationSchema = z.object({
  ...onAccount,
  why: lenient(z.nullable(z.string())),
  publish_at: lenient(z.nullable(z.string())),
});

/** An account that a pending post would go out on, or would be left out of. */
export type Destination = z.output<typeof destinationSchema>;

/** `accepted`: the platform processes the media. `unknown`: its answer was lost. */
export const subredditStatuses = [
  "published",
  "accepted",
  "refused",
  "unknown",
  "not_sent",
] as const;

export const subredditResultSchema = z.object({
  name: z.string(),
  status: lenient(openEnum(subredditStatuses)),
  url: lenient(z.nullish(z.string())),
  error: lenient(z.nullish(z.string())),
});

/** The result of a post in one of several subreddits. */
export type SubredditResult = z.output<typeof subredditResultSchema>;

export const subredditResults = lenient(z.nullish(listing(subredditResultSchema)));

/** A generated post on its way through approval. */
export const queueItemSchema = z.extend(postContentSchema, {
  id: idSchema,
  status: lenient(openEnum(queueStatuses)),
  title: lenient(z.nullish(z.string())),
  reddit_title: lenient(z.nullish(z.string())),
  reddit_body: lenient(z.nullish(z.string())),
  group_name: lenient(z.nullish(z.string())),
  category_name: lenient(z.nullish(z.string())),
  created_at: lenient(z.nullish(z.string())),
  updated_at: lenient(z.nullish(z.string())),
  goes_out_on: lenient(z.nullish(listing(destinationSchema))),
  locked: lenient(z.nullish(z.string())),
});

export type QueueItem = z.output<typeof queueItemSchema>;

const byKind = z.object({
  media: lenient(z.number(), () => 0),
  text: lenient(z.number(), () => 0),
});

/** How many posts of each kind wait for approval. */
const queueCountsSchema = z.object({ pending_approval: byKind });

/** The tab of the Publishing screen that a post belongs to. */
export type PostKind = "media" | "text";

/** The names of the posts of a kind in a sentence. */
export const kindNames: Readonly<Record<PostKind, string>> = {
  media: "image/video",
  text: "text-only",
};

export const kindOf = (content: PostContent | null | undefined): PostKind =>
  content?.image_url || content?.video_url ? "media" : "text";

/** Other servers' words for two of our statuses, in lower case. */
const ends: ReadonlyMap<string, string> = new Map([
  ["success", "published"],
  ["ok", "published"],
  ["posted", "published"],
  ["completed", "published"],
  ["error", "failed"],
  ["rejected", "failed"],
]);

/** The statuses of a post on an account; `unknown` may be live. */
export const postStatuses = ["scheduled", "publishing", "published", "failed", "unknown"] as const;

const ours: readonly string[] = postStatuses;

/** Maps a server's word to the status that the console knows. An unknown word stays as it came. */
export function publishingStatusOf(word: string): string {
  const lower = word.toLowerCase();
  return ends.get(lower) ?? (ours.includes(lower) ? lower : word);
}

/** The queue's call that counts the posts that wait for approval; here because the sidebar shows the count on every screen. */
export const queueCounts = endpoint.get("publishing/content-queue/counts", {
  capability: "queue-counts",
  query: z.object(ofGroup),
  reply: queueCountsSchema,
});
