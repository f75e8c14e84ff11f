import type { QueryClient, QueryExecuteOptions, QueryKey } from "@tanstack/react-query";

/** What a query answers at this moment, whatever is known of it. */
export const fetchFresh = <TFnData, TData, TKey extends QueryKey>(
  client: QueryClient,
  options: QueryExecuteOptions<TFnData, Error, TData, TFnData, TKey>,
) => client.query({ ...options, staleTime: 0 });
