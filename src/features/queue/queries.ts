import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";
import type { QueueItem } from "@/entities/post";
import { call } from "@/shared/api/call";
import type { Listing } from "@/shared/api/listing";
import { every } from "@/shared/query/polling";
import { queueApi } from "./contract";
import { nextSkip, type Page, pageSize } from "./pages";

type Items = Page<QueueItem>;

export const queueQueries = {
  all: () => ["queue"] as const,
  /** Posts that wait for approval, oldest first, page by page. */
  pending: () =>
    infiniteQueryOptions<Items, Error, InfiniteData<Items, number>, readonly string[], number>({
      queryKey: [...queueQueries.all(), "pending_approval"],
      queryFn: async ({ pageParam, signal }) =>
        asPage(
          await call(
            queueApi.list,
            { query: { status: "pending_approval", skip: pageParam, limit: pageSize } },
            { signal },
          ),
        ),
      initialPageParam: 0,
      getNextPageParam: (_last, pages) => nextSkip(pages),
      // New posts are appended, so polling does not move the cards while the operator decides.
      refetchInterval: every(15_000),
      meta: {
        failure: "Failed to fetch content data.",
        moreFailure: "Failed to load more items.",
      },
    }),
};

const asPage = ({ items, unreadable }: Listing<QueueItem>): Items => ({
  items,
  unreadable,
  isFull: items.length + unreadable >= pageSize,
});
