import { platformTypes } from "@/entities/account/platforms";
import { mediaTypes } from "@/entities/group/contract";
import { changedFieldsOf, postContentSchema, writtenFields } from "@/entities/post/contract";
import { optionalText } from "@/shared/api/fields";
import { idSchema } from "@/shared/api/id";
import { pageOf } from "@/shared/api/list-query";
import { lenient, openEnum } from "@/shared/api/reply/lenient";
import { type Listing, listing } from "@/shared/api/reply/listing";
import { z } from "@/shared/config/zod";

/** An item of a category's pool, which can be published repeatedly. */
export const contentItemSchema = z.extend(postContentSchema, {
  id: idSchema,
  category_id: lenient(z.nullish(idSchema)),
  title: lenient(z.nullable(z.string())),
  reddit_title: lenient(z.nullable(z.string())),
  reddit_body: lenient(z.nullable(z.string())),
  image_prompt: lenient(z.nullable(z.string())),
  is_active: lenient(z.boolean(), () => true),
  last_used_at: lenient(z.nullable(z.string())),
  created_at: lenient(z.nullish(z.string())),
  updated_at: lenient(z.nullish(z.string())),
});

export type ContentItem = z.output<typeof contentItemSchema>;

/** Selects a part of a category's content. */
export const contentQuerySchema = z.object({
  is_active: z.optional(z.boolean()),
  only_unused: z._default(z.boolean(), false),
  media_type: z.optional(z.enum(mediaTypes)),
  ...pageOf(1000),
});

/** New content as its form holds it (input) and as the API wants it (output). */
export const newContentItemSchema = z.strictObject({
  ...writtenFields,
  image_prompt: optionalText(10_000),
});

/** The form's values while it is filled in. */
export type NewContentItemValues = z.input<typeof newContentItemSchema>;
export type NewContentItem = z.output<typeof newContentItemSchema>;

/** Changed fields only; `null` empties one. */
export const contentItemChangeSchema = z.strictObject({
  ...changedFieldsOf(writtenFields),
  image_prompt: z.optional(optionalText(10_000)),
  is_active: z.optional(z.boolean()),
  expected_updated_at: z.nullable(z.string()),
});

/** The accounts to publish on now. */
export const postNowSchema = z.strictObject({
  social_account_ids: z
    .array(idSchema)
    .check(
      z.minLength(1, "Please select at least one account to post to."),
      z.maxLength(200, "At most 200 accounts."),
    ),
});

export type PostNowValues = z.output<typeof postNowSchema>;

/** A post of an item that is on its way to an account, or may be live there. */
const unsettledPostSchema = z.object({
  id: idSchema,
  status: lenient(openEnum(["scheduled", "publishing", "unknown"]), () => "unknown"),
  publish_at: lenient(z.nullable(z.string())),
  social_account_id: lenient(z.nullable(idSchema)),
  platform_type: lenient(openEnum(platformTypes)),
  platform_username: lenient(z.nullable(z.string())),
});

export type UnsettledPost = z.output<typeof unsettledPostSchema>;

export const unsettledPostsSchema = listing(unsettledPostSchema);

/** A text to publish now on every active account of a group. */
export const directPostSchema = z.strictObject({
  account_group_id: idSchema,
  text_content: writtenFields.text_content,
  title: z.optional(writtenFields.title),
  image_url: writtenFields.image_url,
  video_url: writtenFields.video_url,
  social_account_ids: z.optional(z.array(idSchema).check(z.minLength(1), z.maxLength(200))),
});

const publishingStatuses = ["published", "failed", "unknown"] as const;

/** The result of publishing at once on one account. Other servers send the status alone. */
export const publishingResultSchema = z.object({
  social_account_id: lenient(z.nullable(idSchema)),
  platform_type: lenient(openEnum(platformTypes)),
  platform_username: lenient(z.nullable(z.string())),
  status: lenient(openEnum(publishingStatuses)),
  error: lenient(z.nullable(z.string())),
  /** Beyond the spec: what the platform still does with the post, or the operator has to do there. */
  waits_for: lenient(z.nullish(z.string())),
  /** Beyond the spec: when a post that could not be sent is tried again. */
  waits_until: lenient(z.nullish(z.string())),
  published_post_url: lenient(z.nullable(z.string())),
  scheduled_post_id: lenient(idSchema),
});

export type PublishingResult = z.output<typeof publishingResultSchema>;

export const publishingResults = listing(publishingResultSchema);

export const publishingResultsSchema = z.object({ publishing_results: publishingResults });

type DirectPostReply = {
  message?: string | null | undefined;
  publishing_results?: Listing<PublishingResult> | undefined;
};

/** Other servers send only a message that they accepted the post, or nothing. */
export const directPostResultsSchema = lenient(
  z.object({
    message: lenient(z.nullable(z.string())),
    publishing_results: lenient(publishingResults),
  }),
  (): DirectPostReply => ({}),
);
