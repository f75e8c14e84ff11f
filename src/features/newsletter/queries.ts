import { queryOptions } from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import type { Id } from "@/shared/api/id";
import { newsletterApi } from "./contract";

const failure = "Failed to load newsletter data.";

export const newsletterQueries = {
  settings: (group: Id) =>
    queryOptions({
      queryKey: ["newsletter", "settings", String(group)] as const,
      queryFn: ({ signal }) =>
        call(newsletterApi.settings, { params: { groupId: group } }, { signal }),
      meta: { failure },
    }),
  subscribers: (group: Id) =>
    queryOptions({
      queryKey: ["newsletter", "subscribers", String(group)] as const,
      queryFn: ({ signal }) =>
        call(newsletterApi.subscribers, { params: { groupId: group } }, { signal }),
      // Comparing 50,000 records with the old ones costs more than rendering the few in view.
      structuralSharing: false,
      meta: { failure },
    }),
};
