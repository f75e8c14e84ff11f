import { queryOptions } from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import type { Id } from "@/shared/api/id";
import type { Listing } from "@/shared/api/reply/listing";
import { readAllPages } from "@/shared/query/pages";
import { every } from "@/shared/query/polling";
import { contentApi } from "./contract";
import { type PoolFilter, queryOf } from "./filter";
import { newestFirst } from "./pool";

import type { ContentItem } from "./schema";

declare module "@/shared/query/meta" {
  interface QueryRoots {
    content: true;
    "unsettled-posts": true;
  }
}

/** The server's largest page, and the highest number of pages that are read. */
const pageSize = 1000;
const mostPages = 20;

export const contentQueries = {
  all: () => ["content"] as const,
  /** A category's whole pool, newest first. A single page could lack the item just created. */
  items: (category: Id, filter: PoolFilter) =>
    queryOptions({
      queryKey: [...contentQueries.all(), String(category), queryOf(filter)] as const,
      queryFn: ({ signal }) => wholePool(category, filter, signal),
      // Generated items join the pool while the screen is open.
      refetchInterval: every(30_000),
      meta: { failure: "Failed to fetch content items." },
    }),
  /** An item's posts that are on their way or may be live, as of now. */
  unsettledPosts: (item: Id) =>
    queryOptions({
      queryKey: ["unsettled-posts", String(item)] as const,
      queryFn: ({ signal }) =>
        call(contentApi.unsettledPosts, { params: { id: item } }, { signal }),
      // Before the question it is read each time.
      gcTime: 0,
      retry: false,
    }),
};

async function wholePool(
  id: Id,
  filter: PoolFilter,
  signal: AbortSignal,
): Promise<Listing<ContentItem>> {
  const read = (skip: number) => {
    const query = { ...queryOf(filter), ...(skip > 0 && { skip, limit: pageSize }) };
    return call(contentApi.list, { params: { id }, query }, { signal });
  };
  const { items, unreadable } = await readAllPages(read, pageSize, mostPages);
  return { items: newestFirst(items), unreadable };
}
