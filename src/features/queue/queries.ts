import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  queryOptions,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { type Group, groupQueries, useGroupFilter } from "@/entities/group";
import type { QueueItem, QueueStatus } from "@/entities/post";
import { call } from "@/shared/api/call";
import { type Id, sameId } from "@/shared/api/id";
import type { Listing } from "@/shared/api/reply/listing";
import { itemsOf } from "@/shared/query/pages";
import { every } from "@/shared/query/polling";
import { useOffered } from "@/shared/query/use-backend";
import { type LoadedPages, useRead, useReadPages } from "@/shared/query/use-read";
import { queueApi } from "./contract";

/** Posts per page. */
export const pageSize = 5;

/** A page as it was loaded, minus the items removed since. */
export type Page<T> = {
  readonly items: readonly T[];
  readonly unreadable: number;
  /** True if the server sent as many records as were requested: there may be more. */
  readonly isFull: boolean;
};

/** The most posts that the API sends at once. */
const mostAtOnce = 1000;

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
  /** The queue in one list, to search in: of one group or of all, of every status or pending ones. */
  search: (group: Id | undefined, isDecidedShown: boolean) =>
    queryOptions({
      queryKey: [
        ...queueQueries.all(),
        "search",
        String(isDecidedShown),
        ...(group === undefined ? [] : [String(group)]),
      ] as const,
      queryFn: ({ signal }) =>
        call(
          queueApi.list,
          {
            query: {
              status: isDecidedShown ? undefined : "pending_approval",
              skip: 0,
              limit: mostAtOnce,
              group_id: group,
            },
          },
          { signal },
        ),
      meta: { failure: "Failed to fetch content data." },
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

/**
 * Reads the posts of one status and of the shown group: the server is asked for them, or those of a
 * server that cannot tell are picked from what is loaded. `linked`, the post that a link names, comes
 * first, on whatever page it is.
 */
export function useQueue(status: QueueStatus, linked: Id | undefined, kept: LoadedPages) {
  const { asked, own } = useGroupFilter();
  const { pages, ...rest } = useReadPages(queueQueries.ofStatus(status, asked), kept);
  const isOffered = useOffered(queueApi.detail);
  const { data: found } = useQuery({
    ...queueQueries.detail(linked ?? ""),
    enabled: isOffered && linked !== undefined,
    refetchInterval: every(15_000),
  });
  const loaded = itemsOf(pages);
  const first = linked !== undefined && found?.status === status ? [found] : [];
  const others = loaded.filter(({ id }) => !first.some((item) => sameId(item.id, id)));
  return {
    ...rest,
    items: [...first, ...others].filter((item) => isOf(own, item)),
    loaded: loaded.length,
  };
}

/** Reads the group of a post, which carries only its name; group names are unique. */
export const useReadGroupOf = ({ group_name }: QueueItem): Group | undefined =>
  useRead(groupQueries.list()).items.find(({ name }) => name === group_name);

/** A post whose group the server does not name may be the group's, and is shown. */
const isOf = (group: Group | undefined, { group_name }: QueueItem) =>
  !group || !group_name || group_name === group.name;

/**
 * Returns the `skip` of the next page; undefined after the last. The server counts only posts that
 * are still pending. So this counts the posts still on our pages, unreadable records included.
 */
export const nextSkip = (pages: readonly Page<unknown>[]) =>
  pages.at(-1)?.isFull
    ? pages.reduce((sum, { items, unreadable }) => sum + items.length + unreadable, 0)
    : undefined;

/** Returns the pages without the item that has been decided on. */
export const pagesWithout = <T extends { id: Id }>(pages: readonly Page<T>[], id: Id): Page<T>[] =>
  pages.map((page) => ({ ...page, items: page.items.filter((item) => !sameId(item.id, id)) }));
