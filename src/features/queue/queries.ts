import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  queryOptions,
  useQueryClient,
} from "@tanstack/react-query";
import type { QueueItem, QueueStatus } from "@/entities/post";
import { call } from "@/shared/api/call";
import { type Id, sameId } from "@/shared/api/id";
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
    infiniteQueryOptions<Items, Error, InfiniteData<Items, number>, QueryKey, number>({
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
  detail: (id: Id) =>
    queryOptions({
      queryKey: [...queueQueries.all(), "detail", String(id)],
      queryFn: ({ signal }) => call(queueApi.detail, { params: { id } }, { signal }),
      meta: { failure: "Failed to load the post." },
    }),
};

const asPage = ({ items, unreadable }: Listing<QueueItem>): Items => ({
  items,
  unreadable,
  isFull: items.length + unreadable >= pageSize,
});

/** Reads the lists on the screen again, and finds the post in them; undefined if it is in none. */
export function useReadListed() {
  const client = useQueryClient();
  return async (id: Id) => {
    const shown = { queryKey: queueQueries.lists(), type: "active" } as const;
    // Joins the reload that follows every decision.
    await client.refetchQueries(shown, { cancelRefetch: false });
    return client
      .getQueriesData<InfiniteData<Items>>(shown)
      .flatMap(([, data]) => data?.pages ?? [])
      .flatMap(({ items }) => items)
      .find((item) => sameId(item.id, id));
  };
}
