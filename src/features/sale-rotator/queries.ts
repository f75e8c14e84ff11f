import { queryOptions } from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import type { Id } from "@/shared/api/id";
import { saleRotatorApi } from "./contract";

export const saleRotatorQueries = {
  all: () => ["sale-rotator"] as const,
  settings: (group: Id) =>
    queryOptions({
      queryKey: [...saleRotatorQueries.all(), "settings", String(group)] as const,
      queryFn: ({ signal }) =>
        call(saleRotatorApi.settings, { params: { groupId: group } }, { signal }),
      meta: { failure: "Failed to load settings. Please try refreshing the page." },
    }),
};
