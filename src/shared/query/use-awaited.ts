import { type Query, type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { use } from "react";
import { arrivals } from "./unthrottled-suspense";

type Awaited = { readonly promise: Promise<void>; isSettled: boolean };

/** `use` needs the same promise on every attempt to render. */
const awaited = new WeakMap<object, Awaited>();

/**
 * Suspends until a query has its first data or its failure. Called before `useSuspenseQuery`, which
 * throws a promise instead: if two panels throw one, and began to in two frames, React 19.3 renders
 * them in turns, hundreds of times a second, until one of them has its answer.
 */
export function useAwaited(queryKey: QueryKey, start: (client: QueryClient) => Promise<unknown>) {
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
