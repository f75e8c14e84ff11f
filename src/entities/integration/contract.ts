import { endpoint } from "@/shared/api/endpoint";
import { idSchema } from "@/shared/api/id";
import { lenient, openEnum } from "@/shared/api/reply/lenient";
import { listing } from "@/shared/api/reply/listing";
import { z } from "@/shared/config/zod";

export const integrationPlatforms = ["shopify", "facebook_ads", "amazon_ses"] as const;
export type IntegrationPlatform = (typeof integrationPlatforms)[number];

/** With a name for `amazon_ses` on a server that sends mail by SMTP. */
export const integrationLabels: Readonly<Record<IntegrationPlatform | "smtp", string>> = {
  shopify: "Shopify",
  facebook_ads: "Facebook Ads",
  amazon_ses: "Amazon SES",
  smtp: "Mail by SMTP",
};

/** The platform's name, or the raw value if a newer server sends one we do not know. */
export const integrationLabel = (platform: string) =>
  Object.hasOwn(integrationLabels, platform)
    ? integrationLabels[platform as keyof typeof integrationLabels]
    : platform;

/** A shop, an ad account or a mail service of a group. Credentials go in and never come out. */
export const integrationSchema = z.object({
  id: idSchema,
  platform: lenient(openEnum(integrationPlatforms), () => "unknown"),
  store_name: lenient(z.string(), () => "Unnamed"),
  account_group_id: lenient(idSchema),
  synced_at: lenient(z.nullish(z.string())),
  sync_progress: lenient(
    z.nullish(z.object({ read: lenient(z.number()), total: lenient(z.nullish(z.number())) })),
  ),
  last_known_error: lenient(z.nullish(z.string())),
  note: lenient(z.nullish(z.string())),
  events_url: lenient(z.nullish(z.string())),
  last_event_at: lenient(z.nullish(z.string())),
  api_ends_at: lenient(z.nullish(z.string())),
});

export type Integration = z.output<typeof integrationSchema>;

export const integrationApi = {
  list: endpoint.get("publishing/account-groups/{id}/integrations", {
    reply: listing(integrationSchema),
  }),
  all: endpoint.get("publishing/integrations/all", {
    reply: listing(integrationSchema),
  }),
};
