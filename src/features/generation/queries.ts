import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { categoryQueries } from "@/entities/category";
import { call } from "@/shared/api/call";
import { type Id, sameId } from "@/shared/api/id";
import { every } from "@/shared/query/polling";
import { generationApi } from "./contract";

declare module "@/shared/query/meta" {
  interface QueryRoots {
    generation: true;
  }
}

export const generationQueries = {
  all: () => ["generation"] as const,
  status: (group: Id) =>
    queryOptions({
      queryKey: [...generationQueries.all(), "status", String(group)] as const,
      queryFn: ({ signal }) =>
        call(generationApi.status, { query: { group_id: group } }, { signal }),
      // Generation runs in the background and fills the pools while the screen is open.
      refetchInterval: every(15_000),
      meta: { failure: "Failed to fetch generation status." },
    }),
};

/**
 * Reads a category when it is needed. A cached list is used as it is, because a click must not wait
 * for a refetch. Undefined if the category no longer exists or cannot be read.
 */
export function useReadCategory(group: Id, id: Id) {
  const client = useQueryClient();
  return async () => {
    const list = await client
      .query({ ...categoryQueries.ofGroup(group), staleTime: "static" })
      .catch(() => undefined);
    return list?.items.find((category) => sameId(category.id, id));
  };
}
