import type {
  InfiniteQueryExecuteOptions,
  QueryClient,
  QueryExecuteOptions,
  QueryKey,
} from "@tanstack/react-query";

/** The most pages of a list that an address names: after a reload they are read one after another. */
export const mostPages = 40;

const ignore = () => {};

/**
 * Starts loading early, and resolves once that has succeeded or failed. The view that needs the
 * data shows a failure.
 */
export function prefetch<TFnData, TData, TKey extends QueryKey>(
  client: QueryClient,
  options: QueryExecuteOptions<TFnData, Error, TData, TFnData, TKey>,
) {
  return client.query(options).then(ignore, ignore);
}

/** The same for a list that comes in pages: for its first one, or as many as `pages` says. */
export function prefetchPages<TPage, TData, TKey extends QueryKey, TParam>(
  client: QueryClient,
  options: InfiniteQueryExecuteOptions<TPage, Error, TData, TKey, TParam>,
) {
  return client.infiniteQuery(options).then(ignore, ignore);
}

/** Reads a query from the server, whatever the cache holds. */
export const fetchFresh = <TFnData, TData, TKey extends QueryKey>(
  client: QueryClient,
  options: QueryExecuteOptions<TFnData, Error, TData, TFnData, TKey>,
) => client.query({ ...options, staleTime: 0 });
