import { categoryTypes, isSalesType } from "@/entities/category/schema";
import { optionalText } from "@/shared/api/optional-text";
import { z } from "@/shared/config/zod";

const perDay = z
  .number("A whole number of 0 or more is required.")
  .int("A whole number of 0 or more is required.")
  .min(0, "A whole number of 0 or more is required.")
  .max(1000, "At most 1,000.");

/** A new category as its form holds it (input) and as the API wants it (output). */
export const newCategorySchema = z
  .strictObject({
    name: z.string().trim().min(1, "Name is required.").max(200, "At most 200 characters."),
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
