import { sampleCategory } from "@/entities/category/contract-docs";
import { documented } from "@/shared/api/documented";
import { categoriesApi } from "./contract";

const sampleReddit = {
  subreddits: ["serbia", "hiking"],
  flairs: [
    { subreddit: "hiking", id: "2f5e1c3a-9d40-11ee-8c99", text: "Trip report" },
    "7c1d02e4-9d40-11ee-8c99",
  ],
};

export const categoriesDocs = documented(categoriesApi, {
  add: {
    summary: "Adds a content category to a group.",
    refusals: { 409: "The group has a category of that name already." },
    sample: {
      body: {
        name: "Dnevna inspiracija",
        category_type: "evergreen",
        image_posts_per_day: 1,
        video_posts_per_day: 0,
        text_posts_per_day: 0,
        daily_generation_active: true,
        category_prompt: "Short, warm, one thought a day.",
        shopify_sales_channel: "Online Store",
        shopify_product_tag: null,
      },
      reply: sampleCategory,
    },
  },
  change: {
    summary: "Changes the settings of a category that are named; the others stay.",
    refusals: { 409: "The group has another category of that name." },
    sample: {
      body: {
        image_posts_per_day: 2,
        auto_approve_content_types: { text: true, image: false, video: false },
        enabled_platforms: ["bluesky", "reddit"],
        reddit_settings: sampleReddit,
      },
      reply: {
        ...sampleCategory,
        image_posts_per_day: 2,
        auto_approve_content_types: { text: true, image: false, video: false },
        enabled_platforms: ["bluesky", "reddit"],
        reddit_settings: sampleReddit,
      },
    },
  },
  redditFlairs: {
    summary:
      "Lists the flairs of a subreddit, asked for in the name of the group's Reddit account; 409 where it has none, 400 where Reddit refuses.",
    refusals: {
      400: "Reddit refuses; the detail is what it says.",
      404: "There is no such group.",
      409: "The group has no Reddit account that is connected.",
      503: "Reddit does not answer.",
    },
    sample: {
      query: { group_id: 1 },
      reply: {
        flairs: [
          { id: "2f5e1c3a-9d40-11ee-8c99", text: "Trip report", mod_only: false },
          { id: "5b7a90d2-9d40-11ee-8c99", text: "Announcement", mod_only: true },
        ],
      },
    },
  },
});
