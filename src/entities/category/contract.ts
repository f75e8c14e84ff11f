import { endpoint } from "@/shared/api/endpoint";
import { listing } from "@/shared/api/listing";
import { categorySchema } from "./schema";

export const categoryApi = {
  list: endpoint.get("publishing/account-groups/{id}/categories", {
    reply: listing(categorySchema),
  }),
};
