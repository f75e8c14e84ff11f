import { endpoint } from "@/shared/api/endpoint";
import { listing } from "@/shared/api/reply/listing";
import { accountSchema } from "./schema";

export const accountApi = {
  list: endpoint.get("publishing/account-groups/{id}/accounts", {
    reply: listing(accountSchema),
  }),
};
