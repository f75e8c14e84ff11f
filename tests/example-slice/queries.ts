import { queryOptions } from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import { snippetsApi } from "./contract";

declare module "@/shared/query/meta" {
  interface QueryRoots {
    snippets: true;
  }
}

export const snippetQueries = {
  all: () => ["snippets"] as const,
  list: () =>
    queryOptions({
      queryKey: [...snippetQueries.all(), "list"] as const,
      queryFn: ({ signal }) => call(snippetsApi.list, {}, { signal }),
      meta: { failure: "Failed to fetch snippets." },
    }),
};
