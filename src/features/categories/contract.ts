import { categorySchema } from "@/entities/category/contract";
import { endpoint } from "@/shared/api/endpoint";
import { idSchema } from "@/shared/api/id";
import { listing } from "@/shared/api/reply/listing";
import { z } from "@/shared/config/zod";
import {
  categoryChangeSchema,
  categoryContentsSchema,
  newCategorySchema,
  redditFlairSchema,
} from "./schema";

export const categoriesApi = {
  add: endpoint.post("publishing/account-groups/{id}/categories", {
    status: 201,
    body: newCategorySchema,
    reply: categorySchema,
    isReplyOptional: true,
  }),
  change: endpoint.patch("publishing/categories/{id}", {
    body: categoryChangeSchema,
    reply: categorySchema,
    isReplyOptional: true,
  }),
  contents: endpoint.get("publishing/categories/{id}/contents", {
    capability: "group-edit",
    reply: categoryContentsSchema,
  }),
  remove: endpoint.delete("publishing/categories/{id}", { capability: "group-edit" }),
  redditFlairs: endpoint.get("publishing/reddit/flairs/{subreddit}", {
    query: z.object({
      group_id: idSchema,
    }),
    reply: z.object({ flairs: listing(redditFlairSchema) }),
  }),
};
