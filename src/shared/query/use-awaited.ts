import { type Query, type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { use } from "react";

type Awaited = { readonly promise: Promise<void>; isSettled: boolean };

/** `use` needs the same promise on every attempt to render. */
const awaited = new WeakMap<object, Awaited>();

/**
 * Suspends until a query has its first data or its failure. Stands before `useSuspenseQuery`, which
 * throws a promise instead: two panels that throw one, and began to in two frames, are rendered by
 * React 19.3 in turns, hundreds of times a second, until one of them is answered.
 */
export function useAwaited(queryKey: QueryKey, start: (client: QueryClient) => Promise<unknown>) {
  const client = useQueryClient();
  const query: Query | undefined = client.getQueryCache().find({ queryKey });
  let entry = query && awaited.get(query);
  if ((!query || query.state.status === "pending") && (!entry || entry.isSettled)) {
    entry = begin(client, queryKey, start);
  }
  // Also when it is settled: React resumes a render at the promise that it stopped at.
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
  const query = client.getQueryCache().find({ queryKey });
  if (query) awaited.set(query, entry);
  return entry;
}
