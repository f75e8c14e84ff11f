import { sampleCategory } from "@/entities/category/contract-docs";
import { describeFields } from "@/shared/api/docs/describe-fields";
import { documented } from "@/shared/api/docs/documented";
import { categoriesApi } from "./contract";
import { givenRedditSettings } from "./schema";

describeFields(categoriesApi.change.body, {
  auto_approve_content_types: "Which kinds of generated posts need nobody's approval.",
  shopify_sales_channel: "Required of the types that sell.",
  enabled_platforms: "null: all active platforms; an empty list: none.",
});
describeFields(givenRedditSettings, {
  subreddits: "Names with or without r/; one entry may hold several, separated by commas.",
  flairs:
    "Flairs with their subreddit, or ids alone. The flair of a subreddit that is not listed is dropped.",
});
describeFields(categoriesApi.redditFlairs.query, {
  group_id: "The group whose Reddit account asks.",
});

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
  contents: {
    summary: "Counts what a category holds, and what would be deleted with it.",
    sample: {
      reply: { content_items: 40, pending_approval: 2, scheduled_posts: 5, published_posts: 96 },
    },
  },
  remove: {
    summary: "Deletes a category with everything that it holds; what is published stays public.",
    refusals: { 409: "One of its posts is being published." },
    sample: {},
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
