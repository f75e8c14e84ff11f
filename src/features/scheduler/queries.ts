import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  queryOptions,
  useIsFetching,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import type { Id } from "@/shared/api/id";
import type { Listing } from "@/shared/api/listing";
import { every } from "@/shared/query/polling";
import { clock } from "@/shared/time/clock";
import { schedulerApi } from "./contract";
import type { ScheduledPost } from "./schema";

/** Scheduled posts per page. */
const pageSize = 5;

/** The polling interval of the scheduler, in milliseconds. */
export const pace = 30_000;

export type Page = Listing<ScheduledPost>;

export const schedulerQueries = {
  all: () => ["scheduler"] as const,
  /** Posts still to be published, soonest first, page by page; of one group or of all. */
  upcoming: (group?: Id) =>
    infiniteQueryOptions<Page, Error, InfiniteData<Page, number>, readonly string[], number>({
      queryKey: [...schedulerQueries.all(), "upcoming", ...keyOf(group)],
      queryFn: ({ pageParam, signal }) =>
        call(
          schedulerApi.upcoming,
          { query: { skip: pageParam, limit: pageSize, group_id: group } },
          { signal },
        ),
      initialPageParam: 0,
      getNextPageParam: (last, pages) =>
        sizeOf(last) < pageSize ? undefined : pages.reduce((sum, page) => sum + sizeOf(page), 0),
      refetchInterval: every(pace),
      meta: {
        failure: "Failed to fetch content data.",
        moreFailure: "Failed to load more scheduled posts.",
      },
    }),
  /** The posts of one group, or of all. */
  status: (group?: Id) =>
    queryOptions({
      queryKey: [...schedulerQueries.all(), "status", ...keyOf(group)],
      // No `signal`: if pending content hides the shell for a moment, the request would be aborted
      // and sent again.
      queryFn: async () => ({
        ...(await call(schedulerApi.status, { query: { group_id: group } })),
        /** The time of this answer by the server's clock, in milliseconds. */
        checkedAt: clock.now(),
      }),
      refetchInterval: every(pace),
      meta: { failure: "Failed to fetch scheduler status." },
    }),
};

/** Empty for all groups, so that their key is the beginning of every group's. */
export const keyOf = (group: Id | undefined): readonly string[] =>
  group === undefined ? [] : [String(group)];

export const sizeOf = ({ items, unreadable }: Page) => items.length + unreadable;

/**
 * Fetches the status of every group that is shown, and what `refreshes` names, outside the interval; `isChecking` is true during any
 * fetch of the status.
 */
export function useStatusCheck(refreshes: readonly QueryKey[] = []) {
  const client = useQueryClient();
  const { queryKey } = schedulerQueries.status();
  return {
    isChecking: useIsFetching({ queryKey }) > 0,
    check: () => {
      for (const key of [queryKey, ...refreshes]) void client.refetchQueries({ queryKey: key });
    },
  };
}
