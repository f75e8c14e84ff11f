import { endpoint } from "@/shared/api/endpoint";
import { idSchema } from "@/shared/api/id";
import { messageSchema } from "@/shared/api/message";
import { z } from "@/shared/config/zod";
import { generateSchema, generationStatusSchema, generationTypes } from "./schema";

const queued = { message: "Generation of 1 post is queued.", task_id: "0b6f5f4e-6d0c-4d5e-9a57" };

export const generationApi = {
  status: endpoint.get("admin/content-generation/status", {
    summary: "Says for each category of a group what is in its pool and what today still lacks.",
    query: z.object({
      group_id: idSchema.check(z.describe("The group whose categories are looked at.")),
    }),
    reply: generationStatusSchema,
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
  }),
  trigger: endpoint.post("admin/content-generation/trigger/{categoryId}", {
    summary: "Queues the generation of posts for one category.",
    query: z.object({
      num_posts: z.coerce
        .number<number>()
        .check(z.int(), z.gte(1), z.lte(50), z.describe("How many posts to make.")),
      type: z.enum(generationTypes).check(z.describe("Posts with a picture, or of text alone.")),
    }),
    status: 202,
    reply: messageSchema,
    sample: { query: { num_posts: 1, type: "image" }, reply: queued },
  }),
  triggerGroupQuota: endpoint.post("admin/content-generation/trigger-group-quota/{groupId}", {
    summary: "Queues a day's quota of one kind of post for every category of a group.",
    query: z.object({
      generation_type: z
        .enum(generationTypes)
        .check(z.describe("Posts with a picture, or of text alone.")),
    }),
    status: 202,
    reply: messageSchema,
    refusals: { 409: "No active category of the group has such posts in its quota." },
    sample: { query: { generation_type: "image" }, reply: queued },
  }),
  fillCategoryQuota: endpoint.post("admin/content-generation/fill-quota/category/{id}", {
    summary:
      "Queues the generation of what a category's quota of today lacks: less what is scheduled, waits for approval or is being made, so that asking twice makes nothing twice.",
    status: 202,
    reply: messageSchema,
    sample: {
      reply: {
        ...queued,
        message: "Generation of 2 image posts and 1 text post for Dnevna inspiracija is queued.",
      },
    },
  }),
  fillGroupQuota: endpoint.post("admin/content-generation/fill-quota/group/{id}", {
    summary: "Does the same for every category of a group that generates daily.",
    status: 202,
    reply: messageSchema,
    sample: {
      reply: { ...queued, message: "Generation of 5 image posts in 3 categories is queued." },
    },
  }),
  generateAndApprove: endpoint.post("publishing/generate-and-approve", {
    summary:
      "Makes a post from the given text, with a picture when there is a prompt, already approved.",
    status: 202,
    body: generateSchema,
    reply: messageSchema,
    refusals: { 404: "There is no such group or category." },
    sample: {
      body: {
        account_group_id: 1,
        content_category_id: 21,
        text_content: "Nova kolekcija je stigla.",
        prompt: "A folded wool jacket on a wooden chair",
      },
      reply: queued,
    },
  }),
};
