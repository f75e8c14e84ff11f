import { queryOptions } from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import { productsApi } from "./contract";

export const productQueries = {
  all: () => ["products"] as const,
  list: () =>
    queryOptions({
      queryKey: [...productQueries.all(), "list"] as const,
      queryFn: ({ signal }) => call(productsApi.list, {}, { signal }),
      meta: { failure: "Failed to fetch products." },
    }),
};
