import { queryOptions } from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import type { Id } from "@/shared/api/id";
import { every } from "@/shared/query/polling";
import { generationApi } from "./contract";

export const generationQueries = {
  all: () => ["generation"] as const,
  status: (group: Id) =>
    queryOptions({
      queryKey: [...generationQueries.all(), "status", String(group)] as const,
      queryFn: ({ signal }) =>
        call(generationApi.status, { query: { group_id: group } }, { signal }),
      // Generation goes on in the background: the pools fill while one looks.
      refetchInterval: every(15_000),
      meta: { failure: "Failed to fetch generation status." },
    }),
};
