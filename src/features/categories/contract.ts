import { categorySchema } from "@/entities/category/schema";
import { endpoint } from "@/shared/api/endpoint";
import { idSchema } from "@/shared/api/id";
import { listing } from "@/shared/api/listing";
import { z } from "@/shared/config/zod";
import { categoryChangeSchema, newCategorySchema, redditFlairSchema } from "./schema";

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
  redditFlairs: endpoint.get("publishing/reddit/flairs/{subreddit}", {
    query: z.object({
      group_id: idSchema.check(z.describe("The group whose Reddit account asks.")),
    }),
    reply: z.object({ flairs: listing(redditFlairSchema) }),
  }),
};
