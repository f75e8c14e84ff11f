import { endpoint } from "@/shared/api/endpoint";
import { listing } from "@/shared/api/reply/listing";
import { groupSchema } from "./schema";

export const groupApi = {
  list: endpoint.get("publishing/account-groups", {
    reply: listing(groupSchema),
  }),
};
