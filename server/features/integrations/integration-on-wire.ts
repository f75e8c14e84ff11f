import type { integrationsApi } from "@/features/integrations/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { integrations } from "../../db/schema.ts";
import { iso } from "../../kernel/times.ts";
import type { Ports } from "../../ports/ports.ts";
import { apiEndOf } from "../../ports/world.ts";

type Row = typeof integrations.$inferSelect;

/** Returns an integration without its keys, which no answer contains. */
export const integrationOnWire = (
  ports: Pick<Ports, "clock" | "mailEvents" | "publicOrigin" | "world">,
  row: Row,
): WireOf<typeof integrationsApi.add> => {
  const { id, platform, store_name, last_known_error, note } = row;
  return {
    ...{ id, platform, store_name, last_known_error, note },
    account_group_id: row.group_id,
    synced_at: iso(row.synced_at),
    sync_progress: row.sync && { read: row.sync.read, total: row.sync.total },
    events_url: eventsUrlOf(ports, row),
    last_event_at: iso(row.last_event_at),
    api_ends_at: apiEndOf(ports.world, platform, ports.clock.now()),
  };
};

/** Returns null for a service that reports nothing to this server. */
function eventsUrlOf(
  { mailEvents, publicOrigin, world: { outside } }: Parameters<typeof integrationOnWire>[0],
  row: Row,
): string | null {
  switch (row.platform) {
    case "amazon_ses":
      return mailEvents ? `${publicOrigin}${mailEventsPath}/${row.events_token}` : null;
    case "shopify": {
      const isTaken = outside.shopify === "real" || outside.shopify === "held";
      // Shopify takes addresses with https only.
      return isTaken && publicOrigin.startsWith("https:")
        ? shopEventsUrl({ publicOrigin }, row)
        : null;
    }
    case "facebook_ads":
      return null;
  }
}

/** Each integration has an address of its own below it. */
export const shopEventsPath = "/webhooks/shopify";

/** Returns the absolute URL that Shopify's webhooks of an integration go to. */
export const shopEventsUrl = (
  { publicOrigin }: Pick<Ports, "publicOrigin">,
  { events_token }: Pick<typeof integrations.$inferSelect, "events_token">,
) => `${publicOrigin}${shopEventsPath}/${events_token}`;

/** Each integration has an address of its own below it. */
export const mailEventsPath = "/webhooks/ses";
