import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";
import type { QueueItem, QueueStatus } from "@/entities/post";
import { call } from "@/shared/api/call";
import type { Id } from "@/shared/api/id";
import type { Listing } from "@/shared/api/listing";
import { every } from "@/shared/query/polling";
import { queueApi } from "./contract";
import { nextSkip, type Page, pageSize } from "./pages";

type Items = Page<QueueItem>;

export const queueQueries = {
  all: () => ["queue"] as const,
  lists: () => [...queueQueries.all(), "list"] as const,
  /** Posts of one status, page by page, of one group or of all: pending ones oldest first. */
  ofStatus: (status: QueueStatus, group?: Id) =>
    infiniteQueryOptions<Items, Error, InfiniteData<Items, number>, readonly string[], number>({
      queryKey: [...queueQueries.lists(), status, ...(group === undefined ? [] : [String(group)])],
      queryFn: async ({ pageParam, signal }) =>
        asPage(
          await call(
            queueApi.list,
            { query: { status, skip: pageParam, limit: pageSize, group_id: group } },
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
  pending: (group?: Id) => queueQueries.ofStatus("pending_approval", group),
};

const asPage = ({ items, unreadable }: Listing<QueueItem>): Items => ({
  items,
  unreadable,
  isFull: items.length + unreadable >= pageSize,
});
