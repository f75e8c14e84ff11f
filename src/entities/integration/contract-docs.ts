import { describeFields } from "@/shared/api/docs/describe-fields";
import { documented } from "@/shared/api/docs/documented";
import { z } from "@/shared/config/zod";
import { integrationApi, integrationSchema } from "./contract";

integrationSchema.register(z.globalRegistry, { id: "Integration" });

describeFields(integrationSchema, {
  store_name: "The shop's name, the ad account's id, or the address that mails come from.",
  synced_at: "When the shop's products were read last; null if never, and for all but shops.",
  sync_progress:
    "How many products of the shop the sync that is under way has read, and of how many; null if none is.",
  last_known_error:
    "Why the shop's products could not be read last, or why the mail service refuses its keys; null once all is well.",
  note: "What an operator should know of a mail service's account or of the rights of a shop's app; null if nothing.",
  events_url:
    "Where a mail service reports bounces and complaints (an https subscription of an SNS topic), and where a shop's webhooks go. Null if nothing is reported.",
  last_event_at: "When the last report or webhook came; null if none ever did.",
  api_ends_at:
    "From when its platform may refuse the API version that the server calls, in ISO 8601: from 60 days before, else null.",
});

export const sampleIntegration: z.input<typeof integrationSchema> = {
  id: 3,
  platform: "shopify",
  store_name: "zimska-kolekcija.myshopify.com",
  account_group_id: 1,
  synced_at: "2026-11-21T09:30:00.000Z",
  sync_progress: null,
  last_known_error: null,
  note: null,
  events_url: null,
  last_event_at: null,
  api_ends_at: null,
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
