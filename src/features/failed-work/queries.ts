import { queryOptions } from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import { every } from "@/shared/query/polling";
import { failedWorkApi } from "./contract";
import { failedWorkKey } from "./keys";

export const failedWorkQueries = {
  list: () =>
    queryOptions({
      queryKey: [...failedWorkKey, "list"] as const,
      queryFn: ({ signal }) => call(failedWorkApi.list, {}, { signal }),
      refetchInterval: every(30_000),
      meta: { failure: "Failed to fetch background work." },
    }),
};
