import { idSchema } from "@/shared/api/id";
import { openEnum } from "@/shared/api/listing";
import { z } from "@/shared/config/zod";

export const categoryTypes = ["evergreen", "memes", "sales", "weekly_sale"] as const;
export type CategoryType = (typeof categoryTypes)[number];

export const categoryTypeLabels: Readonly<Record<CategoryType, string>> = {
  evergreen: "Evergreen",
  memes: "Memes",
  sales: "Sales",
  weekly_sale: "Weekly sale",
};

/** The type's name, or the raw value where a newer server sends one we do not know. */
export const categoryTypeLabel = (type: string) =>
  Object.hasOwn(categoryTypeLabels, type) ? categoryTypeLabels[type as CategoryType] : type;

/** The types that sell: they need a sales channel. */
export const isSalesType = (type: string) => type === "sales" || type === "weekly_sale";

const perDay = z.int().check(z.gte(0));

/** A content category with its daily quota. `enabled_platforms: null` means all active platforms. */
export const categorySchema = z
  .object({
    id: idSchema,
    name: z.string(),
    category_type: openEnum(categoryTypes),
    image_posts_per_day: perDay,
    video_posts_per_day: perDay,
    text_posts_per_day: perDay,
    daily_generation_active: z.nullish(z.boolean()),
    category_prompt: z.nullish(z.string()),
    // These two go back as a whole, with what a newer server has put into them.
    auto_approve_content_types: z.nullish(
      z.looseObject({
        text: z.nullish(z.boolean()),
        image: z.nullish(z.boolean()),
        video: z.nullish(z.boolean()),
      }),
    ),
    use_ai_mascot: z.nullish(z.boolean()),
    shopify_sales_channel: z.nullish(z.string()),
    shopify_product_tag: z.nullish(z.string()),
    enabled_platforms: z.nullish(z.array(z.string())),
    reddit_settings: z.nullish(
      z.looseObject({
        subreddits: z.nullish(z.array(z.string())),
        flairs: z.nullish(z.array(z.unknown())),
      }),
    ),
    last_meme_template_index: z.nullish(z.number()),
    last_product_index: z.nullish(z.number()),
  })
  .register(z.globalRegistry, { id: "Category" });

export type Category = z.output<typeof categorySchema>;

/** A category with nothing to post on any day is archived. */
export const isArchived = (category: Category) =>
  category.image_posts_per_day + category.video_posts_per_day + category.text_posts_per_day === 0;

/** '2 image · 1 text'; nothing is posted of an archived category. */
export function postsPerDay(category: Category): string {
  const parts = [
    [category.image_posts_per_day, "image"],
    [category.video_posts_per_day, "video"],
    [category.text_posts_per_day, "text"],
  ] as const;
  const wanted = parts.filter(([count]) => count > 0).map(([count, kind]) => `${count} ${kind}`);
  return wanted.length > 0 ? wanted.join(" · ") : "Archived";
}
