import { mediaTypes } from "@/entities/group/contract";
import { optionalText, requiredText } from "@/shared/api/fields";
import { idSchema } from "@/shared/api/id";
import { lenient, lenientText, openEnum } from "@/shared/api/reply/lenient";
import { listing } from "@/shared/api/reply/listing";
import { z } from "@/shared/config/zod";

export const generationTypes = ["image", "text"] as const;
export type GenerationType = (typeof generationTypes)[number];

/** A category's pool and today's schedule, to compare with its daily quota. */
export const categoryStatusSchema = z.object({
  category_id: idSchema,
  category_name: lenient(z.string(), () => "Unnamed category"),
  active_pool_count: lenient(z.number()),
  unused_pool_count: lenient(z.number()),
  daily_quota: lenient(z.number()),
  posts_scheduled_today: lenient(z.number()),
  missing_for_quota: lenient(z.number()),
});

export type CategoryStatus = z.output<typeof categoryStatusSchema>;

export const generationStatusSchema = z.object({
  group_name: lenientText,
  group_focus_media_type: lenient(z.nullable(openEnum(mediaTypes))),
  total_missing_for_quota: lenient(z.number()),
  categories: listing(categoryStatusSchema),
  /** All groups' texts of today in UTC, and their cost in US dollars; left out if they cost nothing. */
  texts_today: lenient(
    z.nullish(
      z.object({
        written: lenient(z.number()),
        per_day: lenient(z.number()),
        tokens: lenient(z.number()),
        cost: lenient(z.nullable(z.number())),
      }),
    ),
  ),
});

const post = {
  text_content: requiredText(60_000, "Post text is required."),
  prompt: optionalText(10_000),
};

/** The request body that makes one post from a given text. */
export const generateSchema = z.strictObject({
  account_group_id: idSchema,
  content_category_id: idSchema,
  ...post,
});

/** The same as form values: a select holds text, whatever the type of the id. */
export const generatorFormSchema = z.strictObject({
  account_group_id: z.string().check(z.minLength(1, "Account group is required.")),
  content_category_id: z.string().check(z.minLength(1, "Content category is required.")),
  ...post,
});

export type GeneratorValues = z.input<typeof generatorFormSchema>;
export type GeneratePost = z.output<typeof generatorFormSchema>;
