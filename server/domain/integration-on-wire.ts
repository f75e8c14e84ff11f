import type { integrationsApi } from "@/features/integrations/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { integrations } from "../db/schema.ts";
import { iso } from "./rows.ts";

/** Without the keys, which no answer contains. */
export const integrationOnWire = ({
  id,
  platform,
  store_name,
  group_id,
  synced_at,
  last_known_error,
}: typeof integrations.$inferSelect): WireOf<typeof integrationsApi.add> => ({
  id,
  platform,
  store_name,
  account_group_id: group_id,
  synced_at: iso(synced_at),
  last_known_error,
});
