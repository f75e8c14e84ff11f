import { queryOptions } from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import type { Id } from "@/shared/api/id";
import { saleRotatorApi } from "./contract";
import { saleRotatorKeys } from "./keys";

export const saleRotatorQueries = {
  settings: (group: Id) =>
    queryOptions({
      queryKey: saleRotatorKeys.settings(group),
      queryFn: ({ signal }) =>
        call(saleRotatorApi.settings, { params: { groupId: group } }, { signal }),
      meta: { failure: "Failed to load settings. Please try refreshing the page." },
    }),
};
