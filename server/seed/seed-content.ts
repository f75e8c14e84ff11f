import type { InferInsertModel } from "drizzle-orm";
import { sandboxImageUrl } from "../adapters/sandbox/images.ts";
import { phrases } from "../adapters/sandbox/phrases.ts";
import { sandboxText, themeOf, titleOf } from "../adapters/sandbox/text-model.ts";
import { clipUrl } from "../adapters/sandbox/video.ts";
import { contentItems, type queueItems } from "../db/schema.ts";
import type { CategoryRow } from "../features/categories/index.ts";
import { dailyQuota } from "../features/generation/index.ts";
import type { Context } from "../kernel/context.ts";
import { day } from "../kernel/times.ts";
import type { Seeded } from "./seed-groups.ts";

export type Content = Pick<
  InferInsertModel<typeof queueItems>,
  | "text_content"
  | "title"
  | "reddit_title"
  | "image_prompt"
  | "image_url"
  | "video_url"
  | "thumbnail_url"
  | "media_type"
>;

/** Adds unused content, some of it inactive. */
export async function addPool({ db }: Context, seeded: readonly Seeded[], now: Date) {
  const rows = seeded.flatMap((group) =>
    group.categories.flatMap((category, place) =>
      Array.from({ length: 5 + ((place * 3) % 7) }, (_, n) => ({
        ...contentOf(category, "pool", n),
        category_id: category.id,
        is_active: dailyQuota(category) > 0 && n % 6 !== 5,
        created_at: new Date(now.getTime() - (20 - n) * day),
      })),
    ),
  );
  await db.insert(contentItems).values(rows);
}

/**
 * Returns content: every third is a video and every second a text, if the category has a quota for them.
 */
export function contentOf(category: CategoryRow, purpose: string, turn: number): Content {
  const { name, category_type: type, category_prompt: prompt } = category;
  const taskId = `seed:${purpose}:${name}`;
  const video = category.video_posts_per_day > 0 && turn % 3 === 0;
  const text =
    category.text_posts_per_day > 0 && (category.image_posts_per_day === 0 || turn % 2 === 1);
  const order = {
    category: { name, type, prompt },
    taskId,
    turn,
    withImage: !text,
    recentPosts: [],
    limits: [],
  };
  const written = sandboxText(order);
  const imageUrl = text ? null : sandboxImageUrl(`${taskId}:${turn}`);
  return {
    text_content: written.text,
    title: written.title,
    reddit_title: written.title,
    image_prompt: written.imagePrompt,
    ...(video
      ? { video_url: clipUrl, thumbnail_url: imageUrl, media_type: "video" }
      : { image_url: imageUrl, media_type: imageUrl === null ? null : "image" }),
  };
}

/** Returns a text without media that exceeds the limit of some platforms. */
export function longContent({ name, category_prompt }: CategoryRow): Content {
  const texts = phrases[themeOf(`${name} ${category_prompt}`)].evergreen.sr;
  const text = texts.reduce((longest, one) => (one.length > longest.length ? one : longest));
  return { text_content: text, title: titleOf(text), reddit_title: titleOf(text) };
}
