import { platformTypes } from "@/entities/account/platforms";
import { categoryTypes, isSalesType } from "@/entities/category/schema";
import { idSchema } from "@/shared/api/id";
import { openEnum } from "@/shared/api/listing";
import { emptyableText, optionalText } from "@/shared/api/optional-text";
import { z } from "@/shared/config/zod";

const name = z.string().trim().min(1, "Name is required.").max(200, "At most 200 characters.");

const perDay = z
  .number("A whole number of 0 or more is required.")
  .int("A whole number of 0 or more is required.")
  .min(0, "A whole number of 0 or more is required.")
  .max(1000, "At most 1,000.");

/** A new category as its form holds it (input) and as the API wants it (output). */
export const newCategorySchema = z
  .strictObject({
    name,
    category_type: z.enum(categoryTypes),
    image_posts_per_day: perDay,
    video_posts_per_day: perDay,
    text_posts_per_day: perDay,
    daily_generation_active: z.boolean(),
    category_prompt: optionalText(10_000),
    shopify_sales_channel: optionalText(10_000),
    shopify_product_tag: optionalText(10_000),
  })
  .refine((category) => !isSalesType(category.category_type) || category.shopify_sales_channel, {
    path: ["shopify_sales_channel"],
    message: "Sales channel is required.",
  });

/** What a new category is until someone says otherwise. */
export const blankCategory: z.input<typeof newCategorySchema> = {
  name: "",
  category_type: "evergreen",
  image_posts_per_day: 1,
  video_posts_per_day: 0,
  text_posts_per_day: 0,
  daily_generation_active: true,
  category_prompt: "",
  shopify_sales_channel: "Online Store",
  shopify_product_tag: "",
};

/** `r/serbia` and `/r/serbia` are the subreddit `serbia`, which is all that Reddit wants to hear. */
const subredditName = (text: string) => text.trim().replace(/^\/?r\//i, "");

export const subredditSchema = z
  .string()
  .transform(subredditName)
  .pipe(
    z
      .string()
      .regex(/^\w{2,24}$/, "A subreddit's name is 2 to 24 letters, digits and underscores."),
  );

/** Each once, whatever its case: the first stays. */
const differentSubreddits = (names: readonly string[]) =>
  names.filter(
    (name, place) => names.findIndex((one) => one.toLowerCase() === name.toLowerCase()) === place,
  );

const subreddits = z
  .array(z.string().max(2000, "At most 2,000 characters."))
  .transform((entries) => entries.flatMap((entry) => entry.split(",")))
  .transform((entries) => entries.filter((entry) => subredditName(entry) !== ""))
  .pipe(z.array(subredditSchema))
  .transform(differentSubreddits)
  .pipe(z.array(z.string()).max(20, "At most 20 subreddits."))
  .describe("Names with or without r/; one entry may hold several, separated by commas.");

const flairId = z.string().trim().max(100, "At most 100 characters.");

/** The flair that posts get in one subreddit; the text is only for people, and unknown of a typed id. */
const chosenFlair = z.strictObject({
  subreddit: z.string().transform(subredditName),
  id: flairId.min(1, "Flair ID is required."),
  text: z
    .string()
    .max(200, "At most 200 characters.")
    .nullish()
    .transform((text) => text || null),
});

type ChosenFlair = z.output<typeof chosenFlair>;

/**
 * Where a category posts on Reddit. A flair names its subreddit, of which it is the only one; an id
 * that was typed by hand stands at its subreddit's place in the list, and "" is none.
 */
export const redditSettingsSchema = z
  .strictObject({
    subreddits,
    flairs: z
      .array(z.union([chosenFlair, flairId], "A flair has a subreddit and an ID."))
      .max(100, "At most 100 flairs.")
      .describe("What is not of one of the subreddits is dropped."),
  })
  .transform(({ subreddits, flairs }) => ({ subreddits, flairs: flairsOf(subreddits, flairs) }));

function flairsOf(
  subreddits: readonly string[],
  given: readonly (ChosenFlair | string)[],
): ChosenFlair[] {
  const chosen = given.map((flair, place) =>
    typeof flair === "string"
      ? { subreddit: subreddits[place] ?? "", id: flair, text: null }
      : flair,
  );
  return subreddits.flatMap((subreddit) => {
    const flair = chosen.findLast((one) => one.subreddit.toLowerCase() === subreddit.toLowerCase());
    return flair?.id ? { ...flair, subreddit } : [];
  });
}

/** What of a category is to change; what is not named stays. */
export const categoryChangeSchema = z
  .strictObject({
    name,
    category_type: z.enum(categoryTypes),
    image_posts_per_day: perDay,
    video_posts_per_day: perDay,
    text_posts_per_day: perDay,
    daily_generation_active: z.boolean(),
    category_prompt: emptyableText(10_000),
    auto_approve_content_types: z
      .strictObject({ text: z.boolean(), image: z.boolean(), video: z.boolean() })
      .describe("Which kinds of generated posts need nobody's approval."),
    use_ai_mascot: z.boolean(),
    shopify_sales_channel: emptyableText(10_000).describe("Required of the types that sell."),
    shopify_product_tag: emptyableText(10_000),
    // What a newer console or server knows is kept, and means nothing here.
    enabled_platforms: z
      .array(openEnum(platformTypes))
      .max(50, "At most 50 platforms.")
      .transform((platforms) => [...new Set<string>(platforms)])
      .nullable()
      .describe("null: all active platforms; an empty list: none."),
    reddit_settings: redditSettingsSchema.nullable(),
  })
  .partial();

/** A flair that a subreddit offers; one for moderators only cannot be used by others. */
export const redditFlairSchema = z.object({
  id: idSchema,
  text: z.string().nullish(),
  mod_only: z.boolean().nullish(),
});
