import { documented } from "@/shared/api/documented";
import type { z } from "@/shared/config/zod";
import { integrationApi } from "./contract";
import type { integrationSchema } from "./schema";

export const sampleIntegration: z.input<typeof integrationSchema> = {
  id: 3,
  platform: "shopify",
  store_name: "zimska-kolekcija.myshopify.com",
  account_group_id: 1,
  synced_at: "2026-11-21T09:30:00.000Z",
  last_known_error: null,
};

export const integrationDocs = documented(integrationApi, {
  list: {
    summary: "Lists the integrations of a group, oldest first.",
    sample: { reply: [sampleIntegration] },
  },
  all: {
    summary: "Lists the integrations of all groups, oldest first.",
    sample: { reply: [sampleIntegration] },
  },
});
