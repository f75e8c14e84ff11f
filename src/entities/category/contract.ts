import { endpoint } from "@/shared/api/endpoint";
import { listing } from "@/shared/api/reply/listing";
import { categorySchema } from "./schema";

export const categoryApi = {
  list: endpoint.get("publishing/account-groups/{id}/categories", {
    reply: listing(categorySchema),
  }),
};
