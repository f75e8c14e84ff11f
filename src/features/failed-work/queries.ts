import { queryOptions } from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import { every } from "@/shared/query/polling";
import { failedWorkApi } from "./contract";

declare module "@/shared/query/meta" {
  interface QueryRoots {
    "failed-work": true;
  }
}

export const failedWorkQueries = {
  list: () =>
    queryOptions({
      queryKey: ["failed-work", "list"] as const,
      queryFn: ({ signal }) => call(failedWorkApi.list, {}, { signal }),
      refetchInterval: every(30_000),
      meta: { failure: "Failed to fetch background work." },
    }),
};
