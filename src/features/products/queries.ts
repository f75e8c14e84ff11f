import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import { type Id, sameId } from "@/shared/api/id";
import { fetchFresh } from "@/shared/query/prefetch";
import { productsApi } from "./contract";

declare module "@/shared/query/meta" {
  interface QueryRoots {
    products: true;
  }
}

export const productQueries = {
  all: () => ["products"] as const,
  list: () =>
    queryOptions({
      queryKey: [...productQueries.all(), "list"] as const,
      queryFn: ({ signal }) => call(productsApi.list, {}, { signal }),
      meta: { failure: "Failed to fetch products." },
    }),
};

/** Fetches the product as it is on the server now; undefined if there is none. */
export function useReadProduct(id: Id | undefined) {
  const client = useQueryClient();
  return async () =>
    id === undefined
      ? undefined
      : (await fetchFresh(client, productQueries.list())).items.find((one) => sameId(one.id, id));
}
