import { platformTypes } from "@/entities/account/platforms";
import { mediaTypes, postContentSchema } from "@/entities/post/schema";
import { idSchema } from "@/shared/api/id";
import { lenient } from "@/shared/api/lenient";
import { type Listing, listing, openEnum } from "@/shared/api/listing";
import { optionalText, requiredText } from "@/shared/api/text";
import { isImageAddress } from "@/shared/api/web-address";
import { z } from "@/shared/config/zod";

/** An item of a category's pool, which can be published repeatedly. */
export const contentItemSchema = z
  .extend(postContentSchema, {
    id: idSchema,
    category_id: lenient(z.nullish(idSchema)),
    title: lenient(z.nullable(z.string())),
    reddit_title: lenient(z.nullable(z.string())),
    reddit_body: lenient(z.nullable(z.string())),
    image_prompt: lenient(z.nullable(z.string())).check(
      z.describe("What the picture was, or is to be, made from."),
    ),
    is_active: lenient(z.boolean(), () => true),
    last_used_at: lenient(z.nullable(z.string())).check(
      z.describe("When it was last published on any account; null is unused."),
    ),
    created_at: lenient(z.nullish(z.string())),
  })
  .register(z.globalRegistry, { id: "ContentItem" });

export type ContentItem = z.output<typeof contentItemSchema>;

/** Selects a part of a category's content. */
export const contentQuerySchema = z.object({
  is_active: z
    .optional(z.boolean())
    .check(z.describe("Only active or only inactive content; else both.")),
  only_unused: z._default(z.boolean(), false).check(z.describe("Only what was never published.")),
  media_type: z
    .optional(z.enum(mediaTypes))
    .check(z.describe("Only content with that; content of text alone has neither.")),
  skip: z._default(z.coerce.number<number>().check(z.int(), z.gte(0), z.lte(1_000_000)), 0),
  limit: z._default(z.coerce.number<number>().check(z.int(), z.gte(1), z.lte(1000)), 1000),
});

const text = requiredText(60_000, "Text content is required.");

const imageUrl = optionalText(2000).check(
  z.refine(
    (address) => address === null || isImageAddress(address),
    "Image URL must be an address that begins with http://, https:// or /.",
  ),
);

/** New content as its form holds it (input) and as the API wants it (output). */
export const newContentItemSchema = z.strictObject({
  text_content: text,
  title: optionalText(1000),
  reddit_title: optionalText(2000).check(
    z.describe("Reddit takes fewer than 300 characters; longer ones are kept all the same."),
  ),
  reddit_body: optionalText(60_000),
  image_url: imageUrl,
  image_prompt: optionalText(10_000),
});

/** The form's values while it is filled in. */
export type NewContentItemValues = z.input<typeof newContentItemSchema>;
export type NewContentItem = z.output<typeof newContentItemSchema>;

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
  text_content: text,
  image_url: imageUrl,
});

const publishingStatuses = ["published", "failed", "unknown"] as const;

/** The result of publishing at once on one account. Other servers send the status alone. */
const publishingResultSchema = z.object({
  social_account_id: lenient(z.nullable(idSchema)).check(
    z.describe("Null where the account was deleted meanwhile."),
  ),
  platform_type: lenient(openEnum(platformTypes)),
  platform_username: lenient(z.nullable(z.string())),
  status: lenient(openEnum(publishingStatuses)).check(
    z.describe("Where it is unknown the post may be live: someone has to look at the profile."),
  ),
  error: lenient(z.nullable(z.string())),
  published_post_url: lenient(z.nullable(z.string())),
  scheduled_post_id: lenient(idSchema),
});

export type PublishingResult = z.output<typeof publishingResultSchema>;

const publishingResults = listing(publishingResultSchema).check(z.describe("One per account."));

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
