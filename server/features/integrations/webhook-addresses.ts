import type { integrations } from "../../db/schema.ts";
import type { Ports } from "../../ports/ports.ts";

/** Each integration has an address of its own below it. */
export const shopEventsPath = "/webhooks/shopify";

/** The absolute URL that Shopify's webhooks of an integration go to. */
export const shopEventsUrl = (
  { publicOrigin }: Pick<Ports, "publicOrigin">,
  { events_token }: Pick<typeof integrations.$inferSelect, "events_token">,
) => `${publicOrigin}${shopEventsPath}/${events_token}`;

/** Each integration has an address of its own below it. */
export const mailEventsPath = "/webhooks/ses";
