import { sampleCategory } from "@/entities/category/contract";
import { categorySchema } from "@/entities/category/schema";
import { endpoint } from "@/shared/api/endpoint";
import { newCategorySchema } from "./schema";

export const categoriesApi = {
  add: endpoint.post("publishing/account-groups/{id}/categories", {
    summary: "Adds a content category to a group.",
    status: 201,
    body: newCategorySchema,
    reply: categorySchema,
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
  }),
};
