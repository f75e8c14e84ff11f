import {
  hashKey,
  type InfiniteData,
  type Query,
  type QueryClient,
  type QueryKey,
  type UseSuspenseInfiniteQueryOptions,
  type UseSuspenseQueryOptions,
  useQueryClient,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from "@tanstack/react-query";
import { use, useEffect } from "react";
import { reasonOf, SafeError } from "@/shared/api/errors";
import { sentences } from "@/shared/format/text";
import type { Failure } from "./outcome";
import { useReport } from "./panel-reports";
import { mostPages } from "./prefetch";
import { arrivals } from "./unthrottled-suspense";

function useAwaitedQuery<TFnData, TData, TKey extends QueryKey>(
  options: UseSuspenseQueryOptions<TFnData, Error, TData, TKey>,
) {
  useAwaited(options.queryKey, (client) => client.query(options));
  return useSuspenseQuery(options);
}

/**
 * Reads a query below a PanelBoundary, which shows loading and failure. If data cannot be
 * refreshed, the old data stays, and the panel shows its age. It also shows how many records could
 * not be read.
 */
export function useRead<TFnData, TData, TKey extends QueryKey>(
  options: UseSuspenseQueryOptions<TFnData, Error, TData, TKey>,
): TData {
  const query = useAwaitedQuery(options);
  useReport({
    query: hashKey(options.queryKey),
    text: staleTextOf(query, options.meta?.failure),
    since: query.dataUpdatedAt,
    isBusy: query.isFetching,
    unreadable: unreadableIn(query.data),
  });
  return query.data;
}

/**
 * The text above data that could not be refreshed. It names one reason only: that a server which answers
 * otherwise was too slow for this read.
 */
function staleTextOf(
  { isRefetchError, error }: { isRefetchError: boolean; error: Error | null },
  failure = "Failed to load.",
) {
  if (!isRefetchError) return undefined;
  const isSlow = error instanceof SafeError && error.kind === "timeout";
  return isSlow ? sentences(failure, reasonOf(error)) : failure;
}

/** Reads a query that another panel of the screen reads too: that panel shows how old the data is. */
export const useSharedRead = <TFnData, TData, TKey extends QueryKey>(
  options: UseSuspenseQueryOptions<TFnData, Error, TData, TKey>,
): TData => useAwaitedQuery(options).data;

/** Counts the unreadable records in an answer's listings: in the answer itself and one level down. */
function unreadableIn(data: unknown): number {
  if (typeof data !== "object" || data === null) return 0;
  const own = countOf(data);
  return own + Object.values(data).reduce((sum: number, part) => sum + countOf(part), 0);
}

const countOf = (part: unknown) =>
  typeof part === "object" && part !== null && "unreadable" in part
    ? Number(part.unreadable) || 0
    : 0;

/** How many pages of a list are loaded, as the address says, so that a reload loads them all again. */
export type LoadedPages = { readonly count: number; readonly onLoad: (count: number) => void };

/** Reads a list page by page below a PanelBoundary. */
export function useReadPages<TPage, TKey extends QueryKey, TParam>(
  options: UseSuspenseInfiniteQueryOptions<TPage, Error, InfiniteData<TPage, TParam>, TKey, TParam>,
  { count, onLoad }: LoadedPages,
) {
  useAwaited(options.queryKey, (client) => client.infiniteQuery({ ...options, pages: count }));
  const query = useSuspenseInfiniteQuery(options);
  useReport({
    query: hashKey(options.queryKey),
    text: staleTextOf(query, options.meta?.failure),
    since: query.dataUpdatedAt,
    isBusy: query.isFetching && !query.isFetchingNextPage,
    unreadable: query.data.pages.reduce((sum, page) => sum + unreadableIn(page), 0),
  });
  const loaded = Math.min(query.data.pages.length, mostPages);
  // Only now: the address starts the route's loader, which would read a page that failed once more,
  // and its failure would take the place of this one.
  useEffect(() => {
    if (loaded > count) onLoad(loaded);
  }, [loaded, count, onLoad]);
  return {
    pages: query.data.pages,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    moreFailure: moreFailureOf(query, options.meta?.moreFailure),
    loadMore: () => void query.fetchNextPage(),
  };
}

/** The failure of the next page, until that is requested again. */
function moreFailureOf(
  query: { isFetchNextPageError: boolean; isFetchingNextPage: boolean; error: Error | null },
  text = "Failed to load.",
): Failure | undefined {
  if (!query.isFetchNextPageError || query.isFetchingNextPage) return undefined;
  return { text, detail: reasonOf(query.error) };
}

type Awaited = { readonly promise: Promise<void>; isSettled: boolean };

/** `use` needs the same promise on every attempt to render. */
const awaited = new WeakMap<object, Awaited>();

/**
 * Suspends until a query has its first data or its failure. Called before `useSuspenseQuery`, which
 * throws a promise instead: if two panels throw one, and began to in two frames, React 19.3 renders
 * them in turns, hundreds of times a second, until one of them has its answer.
 */
function useAwaited(queryKey: QueryKey, start: (client: QueryClient) => Promise<unknown>) {
  const client = useQueryClient();
  const query: Query | undefined = client.getQueryCache().find({ queryKey });
  const known = query && awaited.get(query);
  const isPending = !query || query.state.status === "pending";
  const entry = isPending && (!known || known.isSettled) ? begin(client, queryKey, start) : known;
  // Called for a settled entry too: React resumes a suspended render only at the same `use`.
  if (entry) use(entry.promise);
}

function begin(
  client: QueryClient,
  queryKey: QueryKey,
  start: (client: QueryClient) => Promise<unknown>,
) {
  const settle = () => {
    entry.isSettled = true;
  };
  const entry: Awaited = { isSettled: false, promise: start(client).then(settle, settle) };
  // Announced after the promise has settled: a render before that would suspend once more.
  void entry.promise.then(arrivals.announce);
  const query = client.getQueryCache().find({ queryKey });
  if (query) awaited.set(query, entry);
  return entry;
}
