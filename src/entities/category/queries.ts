import { queryOptions } from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import type { Id } from "@/shared/api/id";
import { categoryApi } from "./contract";

declare module "@/shared/query/meta" {
  interface QueryRoots {
    categories: true;
  }
}

export const categoryQueries = {
  all: () => ["categories"] as const,
  ofGroup: (group: Id) =>
    queryOptions({
      queryKey: [...categoryQueries.all(), String(group)] as const,
      queryFn: ({ signal }) => call(categoryApi.list, { params: { id: group } }, { signal }),
      meta: { failure: "Failed to load content categories for this group." },
    }),
};
