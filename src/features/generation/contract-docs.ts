import { describeFields } from "@/shared/api/docs/describe-fields";
import { documented } from "@/shared/api/docs/documented";
import { generationApi } from "./contract";

const kindOfPosts = "Posts with a picture, or of text alone.";

describeFields(generationApi.status.query, {
  group_id: "The group whose categories are looked at.",
});
describeFields(generationApi.trigger.query, {
  num_posts: "How many posts to make.",
  type: kindOfPosts,
});
describeFields(generationApi.triggerGroupQuota.query, { generation_type: kindOfPosts });

const queued = { message: "Generation of 1 post is queued.", task_id: "0b6f5f4e-6d0c-4d5e-9a57" };

export const generationDocs = documented(generationApi, {
  status: {
    summary: "Says for each category of a group what is in its pool and what today still lacks.",
    refusals: { 404: "There is no such group." },
    sample: {
      query: { group_id: 1 },
      reply: {
        group_name: "Zimska kolekcija",
        group_focus_media_type: "image",
        total_missing_for_quota: 1,
        categories: [
          {
            category_id: 21,
            category_name: "Dnevna inspiracija",
            active_pool_count: 24,
            unused_pool_count: 11,
            daily_quota: 2,
            posts_scheduled_today: 1,
            missing_for_quota: 1,
          },
        ],
      },
    },
  },
  trigger: {
    summary: "Queues the generation of posts for one category.",
    sample: { query: { num_posts: 1, type: "image" }, reply: queued },
  },
  triggerGroupQuota: {
    summary: "Queues a day's quota of one kind of post for every category of a group.",
    refusals: { 409: "No active category of the group has such posts in its quota." },
    sample: { query: { generation_type: "image" }, reply: queued },
  },
  fillCategoryQuota: {
    summary:
      "Queues the generation of what a category's quota of today lacks: less what is scheduled, waits for approval or is being made, so that asking twice makes nothing twice.",
    refusals: { 409: "The category has no quota." },
    sample: {
      reply: {
        ...queued,
        message: "Generation of 2 image posts and 1 text post for Dnevna inspiracija is queued.",
      },
    },
  },
  fillGroupQuota: {
    summary: "Does the same for every category of a group that generates daily.",
    refusals: { 409: "No active category of the group has a quota." },
    sample: {
      reply: { ...queued, message: "Generation of 5 image posts in 3 categories is queued." },
    },
  },
  generateAndApprove: {
    summary:
      "Makes a post from the given text, with a picture when there is a prompt, already approved.",
    refusals: {
      404: "There is no such group or category.",
      409: "Publishing of the group is paused.",
    },
    sample: {
      body: {
        account_group_id: 1,
        content_category_id: 21,
        text_content: "Nova kolekcija je stigla.",
        prompt: "A folded wool jacket on a wooden chair",
      },
      reply: queued,
    },
  },
});
