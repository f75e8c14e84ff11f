import { endpoint } from "@/shared/api/endpoint";
import { idSchema } from "@/shared/api/id";
import { lenient, lenientText, openEnum, textsIn } from "@/shared/api/reply/lenient";
import { listing } from "@/shared/api/reply/listing";
import { z } from "@/shared/config/zod";

export const categoryTypes = ["evergreen", "memes", "sales", "weekly_sale"] as const;
export type CategoryType = (typeof categoryTypes)[number];

export const categoryTypeLabels: Readonly<Record<CategoryType, string>> = {
  evergreen: "Evergreen",
  memes: "Memes",
  sales: "Sales",
  weekly_sale: "Weekly sale",
};

/** The type's name, or the raw value if a newer server sends one we do not know. */
export const categoryTypeLabel = (type: string) =>
  Object.hasOwn(categoryTypeLabels, type) ? categoryTypeLabels[type as CategoryType] : type;

/** Returns true for the types that sell: they need a sales channel. */
export const isSalesType = (type: string) => type === "sales" || type === "weekly_sale";

const perDay = z.int().check(z.gte(0));

/** The Reddit settings of a category as they are stored; the feature reads their flairs. */
export const storedRedditSettings = z.looseObject({
  subreddits: lenient(z.array(z.string()), textsIn),
  flairs: lenient(z.array(z.unknown())),
});

/** A content category with its daily quota. `enabled_platforms: null` means all active platforms. */
export const categorySchema = z.object({
  id: idSchema,
  name: lenientText,
  category_type: lenient(openEnum(categoryTypes), () => "unknown"),
  image_posts_per_day: lenient(perDay),
  video_posts_per_day: lenient(perDay),
  text_posts_per_day: lenient(perDay),
  daily_generation_active: lenient(z.boolean()),
  category_prompt: lenient(z.nullable(z.string())),
  // These two are sent back as a whole, including anything that a newer server has added.
  auto_approve_content_types: lenient(
    z.nullable(
      z.looseObject({
        text: lenient(z.boolean()),
        image: lenient(z.boolean()),
        video: lenient(z.boolean()),
      }),
    ),
  ),
  use_ai_mascot: lenient(z.boolean()),
  shopify_sales_channel: lenient(z.nullable(z.string())),
  shopify_product_tag: lenient(z.nullable(z.string())),
  // Without a list that can be read, none is enabled: all would claim more than the server says.
  enabled_platforms: lenient(z.nullable(z.array(z.string())), (sent) =>
    sent === undefined ? undefined : (textsIn(sent) ?? []),
  ),
  reddit_settings: lenient(z.nullable(storedRedditSettings)),
  last_meme_template_index: lenient(z.nullable(z.number())),
  last_product_index: lenient(z.nullable(z.number())),
});

export type Category = z.output<typeof categorySchema>;

/** The category's name on the screen, also if the server has sent none. */
export const categoryName = ({ id, name }: Pick<Category, "id" | "name">) =>
  name || `Category ${id}`;

/** A category with nothing to post on any day is archived. */
export const isArchived = (category: Category) =>
  category.image_posts_per_day === 0 &&
  category.video_posts_per_day === 0 &&
  category.text_posts_per_day === 0;

/** Returns '2 image · 1 text', 'Archived' if nothing is posted, or '—' if the numbers are unknown. */
export function postsPerDay(category: Category): string {
  const parts = [
    [category.image_posts_per_day, "image"],
    [category.video_posts_per_day, "video"],
    [category.text_posts_per_day, "text"],
  ] as const;
  const wanted = parts.filter(([count]) => count).map(([count, kind]) => `${count} ${kind}`);
  if (wanted.length > 0) return wanted.join(" · ");
  return isArchived(category) ? "Archived" : "—";
}

export const categoryApi = {
  list: endpoint.get("publishing/account-groups/{id}/categories", {
    reply: listing(categorySchema),
  }),
};
