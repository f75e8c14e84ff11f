import { integrationSchema } from "@/entities/integration/contract";
import { endpoint } from "@/shared/api/endpoint";
import { listing } from "@/shared/api/reply/listing";
import { messageSchema } from "@/shared/api/reply/message";
import {
  adAccountSchema,
  adAccountsRequestSchema,
  copyIntegrationSchema,
  newIntegrationSchema,
} from "./schema";

export const integrationsApi = {
  add: endpoint.post("publishing/account-groups/{id}/integrations", {
    status: 201,
    body: newIntegrationSchema,
    reply: integrationSchema,
    isReplyOptional: true,
  }),
  remove: endpoint.delete("publishing/integrations/{id}"),
  copy: endpoint.post("publishing/integrations/copy", {
    status: 201,
    body: copyIntegrationSchema,
    reply: integrationSchema,
    isReplyOptional: true,
  }),
  test: endpoint.post("publishing/integrations/{id}/test", {
    capability: "integration-test",
    reply: messageSchema,
  }),
  adAccounts: endpoint.post("publishing/facebook/ad-accounts", {
    body: adAccountsRequestSchema,
    reply: listing(adAccountSchema),
  }),
  syncProducts: endpoint.post("admin/integrations/shopify/{id}/sync-products", {
    status: 202,
    reply: messageSchema,
  }),
};
