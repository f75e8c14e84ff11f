import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import type { Id } from "@/shared/api/id";
import type { Listing } from "@/shared/api/reply/listing";
import { every } from "@/shared/query/polling";
import { useReach } from "@/shared/query/use-backend";
import { type Integration, integrationApi, integrationLabel } from "./contract";

declare module "@/shared/query/meta" {
  interface QueryRoots {
    integrations: true;
  }
}

const failure = "Failed to fetch integrations.";

export const integrationQueries = {
  all: () => ["integrations"] as const,
  ofGroup: (group: Id) =>
    queryOptions({
      queryKey: [...integrationQueries.all(), "group", String(group)] as const,
      queryFn: ({ signal }) => call(integrationApi.list, { params: { id: group } }, { signal }),
      // A shop's products may be read while the page is open, and those of a new shop at once.
      refetchInterval: (query) =>
        every(query.state.data?.items.some(isBeingRead) ? 3_000 : 15_000)(query),
      meta: { failure },
    }),
  /** The integrations of all groups: one may be copied from another group. */
  everywhere: () =>
    queryOptions({
      queryKey: [...integrationQueries.all(), "everywhere"] as const,
      queryFn: ({ signal }) => call(integrationApi.all, {}, { signal }),
      meta: { failure },
    }),
};

const hasShop = ({ items }: Listing<Integration>) =>
  items.some(({ platform }) => platform === "shopify");

/** True if a shop is connected to the group; false until that is known. */
export const useHasShop = (group: Id) =>
  useQuery({ ...integrationQueries.ofGroup(group), select: hasShop }).data ?? false;

/**
 * Returns true for a shop whose products are being read, or have not been read yet. If the server does
 * not send `synced_at`, no shop counts as new.
 */
const isBeingRead = ({ platform, synced_at, sync_progress, last_known_error }: Integration) =>
  platform === "shopify" && (synced_at === null || Boolean(sync_progress)) && !last_known_error;

/** `smtp` if the server sends all mail by one SMTP server: an integration is a sender without keys. */
export function useMailKind(): "amazon_ses" | "smtp" {
  const reach = useReach("smtp");
  return reach === "real" || reach === "held" ? "smtp" : "amazon_ses";
}

/** The platform's name. What the API calls `amazon_ses` may be mail by SMTP on this server. */
export function useIntegrationLabel(platform: string) {
  const mail = useMailKind();
  return integrationLabel(platform === "amazon_ses" ? mail : platform);
}
