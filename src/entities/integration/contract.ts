import { endpoint } from "@/shared/api/endpoint";
import { listing } from "@/shared/api/reply/listing";
import { integrationSchema } from "./schema";

export const integrationApi = {
  list: endpoint.get("publishing/account-groups/{id}/integrations", {
    reply: listing(integrationSchema),
  }),
  all: endpoint.get("publishing/integrations/all", {
    reply: listing(integrationSchema),
  }),
};
