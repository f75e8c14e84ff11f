import { describeUnread } from "@/shared/api/docs/describe-fields";
import { documented } from "@/shared/api/docs/documented";
import { z } from "@/shared/config/zod";
import { categoryApi, categorySchema, storedRedditSettings } from "./contract";

categorySchema.register(z.globalRegistry, { id: "Category" });

// A flair of one subreddit, or an id alone, which is used in the subreddit that offers it.
const flair = z.object({ subreddit: z.string(), id: z.string(), text: z.nullable(z.string()) });

describeUnread(storedRedditSettings, { flairs: z.array(z.union([flair, z.string()])) });

export const sampleCategory: z.input<typeof categorySchema> = {
  id: 21,
  name: "Dnevna inspiracija",
  category_type: "evergreen",
  image_posts_per_day: 1,
  video_posts_per_day: 0,
  text_posts_per_day: 0,
  daily_generation_active: true,
  category_prompt: "Short, warm, one thought a day.",
  auto_approve_content_types: { text: false, image: false, video: false },
  use_ai_mascot: false,
  shopify_sales_channel: "Online Store",
  shopify_product_tag: null,
  enabled_platforms: null,
  reddit_settings: { subreddits: [], flairs: [] },
  last_meme_template_index: 0,
  last_product_index: 0,
};

export const categoryDocs = documented(categoryApi, {
  list: {
    summary: "Lists the content categories of a group, oldest first.",
    sample: { reply: [sampleCategory] },
  },
});
