import type { integrationsApi } from "@/features/integrations/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { integrations } from "../db/schema.ts";
import type { Ports } from "../ports/ports.ts";
import { mailEventsPath } from "./mail-events.ts";
import { iso } from "./rows.ts";

/** Without the keys, which no answer contains. */
export const integrationOnWire = (
  { mailEvents, publicOrigin }: Pick<Ports, "mailEvents" | "publicOrigin">,
  {
    id,
    platform,
    store_name,
    group_id,
    synced_at,
    last_known_error,
    note,
    events_token,
    last_event_at,
  }: typeof integrations.$inferSelect,
): WireOf<typeof integrationsApi.add> => ({
  id,
  platform,
  store_name,
  account_group_id: group_id,
  synced_at: iso(synced_at),
  last_known_error,
  note,
  events_url:
    platform === "amazon_ses" && mailEvents
      ? `${publicOrigin}${mailEventsPath}/${events_token}`
      : null,
  last_event_at: iso(last_event_at),
});
