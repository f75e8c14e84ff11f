import { endpoint } from "@/shared/api/endpoint";
import { listing } from "@/shared/api/listing";
import type { z } from "@/shared/config/zod";
import { integrationSchema } from "./schema";

export const sampleIntegration: z.input<typeof integrationSchema> = {
  id: 3,
  platform: "shopify",
  store_name: "zimska-kolekcija.myshopify.com",
  account_group_id: 1,
  synced_at: "2026-11-21T09:30:00.000Z",
  last_known_error: null,
};

export const integrationApi = {
  list: endpoint.get("publishing/account-groups/{id}/integrations", {
    summary: "Lists the integrations of a group, oldest first.",
    reply: listing(integrationSchema),
    sample: { reply: [sampleIntegration] },
  }),
  all: endpoint.get("publishing/integrations/all", {
    summary: "Lists the integrations of all groups, oldest first.",
    reply: listing(integrationSchema),
    sample: { reply: [sampleIntegration] },
  }),
};
