import { queryOptions } from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import { groupApi } from "./contract";

export const groupQueries = {
  all: () => ["groups"] as const,
  list: () =>
    queryOptions({
      queryKey: [...groupQueries.all(), "list"] as const,
      queryFn: ({ signal }) => call(groupApi.list, {}, { signal }),
      meta: { failure: "Failed to load account groups.", guardsSession: true },
    }),
};
