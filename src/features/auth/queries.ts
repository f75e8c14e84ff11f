import { queryOptions } from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import { authApi } from "./contract";

declare module "@/shared/query/meta" {
  interface QueryRoots {
    me: true;
  }
}

export const authQueries = {
  me: () =>
    queryOptions({
      queryKey: ["me"] as const,
      queryFn: ({ signal }) => call(authApi.me, {}, { signal }),
      // A name changes with a new sign-in only, which clears the cache.
      staleTime: Number.POSITIVE_INFINITY,
    }),
};
