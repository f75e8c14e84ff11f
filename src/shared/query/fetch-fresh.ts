import type { QueryClient, QueryExecuteOptions, QueryKey } from "@tanstack/react-query";

/** Reads a query from the server, whatever the cache holds. */
export const fetchFresh = <TFnData, TData, TKey extends QueryKey>(
  client: QueryClient,
  options: QueryExecuteOptions<TFnData, Error, TData, TFnData, TKey>,
) => client.query({ ...options, staleTime: 0 });
