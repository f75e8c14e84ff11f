import { endpoint } from "@/shared/api/endpoint";
import { idSchema } from "@/shared/api/id";
import { messageSchema } from "@/shared/api/reply/message";
import { z } from "@/shared/config/zod";
import { generateSchema, generationStatusSchema, generationTypes } from "./schema";

export const generationApi = {
  status: endpoint.get("admin/content-generation/status", {
    query: z.object({
      group_id: idSchema,
    }),
    reply: generationStatusSchema,
  }),
  trigger: endpoint.post("admin/content-generation/trigger/{categoryId}", {
    query: z.object({
      num_posts: z.coerce.number<number>().check(z.int(), z.gte(1), z.lte(50)),
      type: z.enum(generationTypes),
    }),
    status: 202,
    reply: messageSchema,
  }),
  triggerGroupQuota: endpoint.post("admin/content-generation/trigger-group-quota/{groupId}", {
    query: z.object({
      generation_type: z.enum(generationTypes),
    }),
    status: 202,
    reply: messageSchema,
  }),
  fillCategoryQuota: endpoint.post("admin/content-generation/fill-quota/category/{id}", {
    status: 202,
    reply: messageSchema,
  }),
  fillGroupQuota: endpoint.post("admin/content-generation/fill-quota/group/{id}", {
    status: 202,
    reply: messageSchema,
  }),
  generateAndApprove: endpoint.post("publishing/generate-and-approve", {
    status: 202,
    body: generateSchema,
    reply: messageSchema,
  }),
};
