import { idSchema } from "@/shared/api/id";
import { lenient } from "@/shared/api/lenient";
import { openEnum } from "@/shared/api/listing";
import { z } from "@/shared/config/zod";

export const integrationPlatforms = ["shopify", "facebook_ads", "amazon_ses"] as const;
export type IntegrationPlatform = (typeof integrationPlatforms)[number];

export const integrationLabels: Readonly<Record<IntegrationPlatform, string>> = {
  shopify: "Shopify",
  facebook_ads: "Facebook Ads",
  amazon_ses: "Amazon SES",
};

/** The platform's name, or the raw value if a newer server sends one we do not know. */
export const integrationLabel = (platform: string) =>
  Object.hasOwn(integrationLabels, platform)
    ? integrationLabels[platform as IntegrationPlatform]
    : platform;

/** A shop, an ad account or a mail service of a group. Credentials go in and never come out. */
export const integrationSchema = z
  .object({
    id: idSchema,
    platform: lenient(openEnum(integrationPlatforms), () => "unknown"),
    store_name: lenient(z.string(), () => "Unnamed").check(
      z.describe("The shop's name, the ad account's id, or the address that mails come from."),
    ),
    account_group_id: lenient(idSchema),
    synced_at: lenient(z.nullish(z.string())).check(
      z.describe("When the shop's products were read last; null if never, and for all but shops."),
    ),
    last_known_error: lenient(z.nullish(z.string())).check(
      z.describe("Why the shop's products could not be read last; null once they could."),
    ),
  })
  .register(z.globalRegistry, { id: "Integration" });

export type Integration = z.output<typeof integrationSchema>;
