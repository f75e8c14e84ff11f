import { queryOptions } from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import type { Id } from "@/shared/api/id";
import { accountApi } from "./contract";

declare module "@/shared/query/meta" {
  interface QueryRoots {
    accounts: true;
  }
}

export const accountQueries = {
  all: () => ["accounts"] as const,
  ofGroup: (group: Id) =>
    queryOptions({
      queryKey: [...accountQueries.all(), String(group)] as const,
      queryFn: ({ signal }) => call(accountApi.list, { params: { id: group } }, { signal }),
      meta: { failure: "Failed to fetch group accounts." },
    }),
};
