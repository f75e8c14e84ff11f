import type {
  InfiniteQueryExecuteOptions,
  QueryClient,
  QueryExecuteOptions,
  QueryKey,
} from "@tanstack/react-query";

/** Starts loading early. The view that needs the data shows how it went. */
export function warm<TFnData, TData, TKey extends QueryKey>(
  client: QueryClient,
  options: QueryExecuteOptions<TFnData, Error, TData, TFnData, TKey>,
) {
  client.query(options).catch(() => {});
}

/** The same for a list that comes in pages: its first one. */
export function warmPages<TPage, TData, TKey extends QueryKey, TParam>(
  client: QueryClient,
  options: InfiniteQueryExecuteOptions<TPage, Error, TData, TKey, TParam>,
) {
  client.infiniteQuery(options).catch(() => {});
}
