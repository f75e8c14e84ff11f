import type { Category } from "@/entities/category";
import type { GenerationType } from "./schema";

type Quotas = Pick<Category, "image_posts_per_day" | "text_posts_per_day">;

/** Returns why such a post cannot be requested; undefined if it can, or if that is unknown. */
export function refusalOf(category: Quotas | undefined, type: GenerationType): string | undefined {
  if (!category) return undefined;
  const quota = type === "image" ? category.image_posts_per_day : category.text_posts_per_day;
  return quota !== 0 ? undefined : `This category has no ${type} posts quota set.`;
}
