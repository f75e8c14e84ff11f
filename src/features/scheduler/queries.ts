import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  queryOptions,
  useIsFetching,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import type { Listing } from "@/shared/api/listing";
import { every } from "@/shared/query/polling";
import { clock } from "@/shared/time/clock";
import { schedulerApi } from "./contract";
import type { ScheduledPost } from "./schema";

/** Scheduled posts per page. */
const pageSize = 5;

/** The polling interval of the scheduler, in milliseconds. */
export const pace = 30_000;

type Page = Listing<ScheduledPost>;

export const schedulerQueries = {
  all: () => ["scheduler"] as const,
  /** Posts still to be published, soonest first, page by page. */
  upcoming: () =>
    infiniteQueryOptions<Page, Error, InfiniteData<Page, number>, readonly string[], number>({
      queryKey: [...schedulerQueries.all(), "upcoming"],
      queryFn: ({ pageParam, signal }) =>
        call(schedulerApi.upcoming, { query: { skip: pageParam, limit: pageSize } }, { signal }),
      initialPageParam: 0,
      getNextPageParam: (last, pages) =>
        sizeOf(last) < pageSize ? undefined : pages.reduce((sum, page) => sum + sizeOf(page), 0),
      refetchInterval: every(pace),
      meta: {
        failure: "Failed to fetch content data.",
        moreFailure: "Failed to load more scheduled posts.",
      },
    }),
  status: () =>
    queryOptions({
      queryKey: [...schedulerQueries.all(), "status"] as const,
      // No `signal`: if pending content hides the shell for a moment, the request would be aborted
      // and sent again.
      queryFn: async () => ({
        ...(await call(schedulerApi.status, {})),
        /** The time of this answer by the server's clock, in milliseconds. */
        checkedAt: clock.now(),
      }),
      refetchInterval: every(pace),
      meta: { failure: "Failed to fetch scheduler status." },
    }),
};

const sizeOf = ({ items, unreadable }: Page) => items.length + unreadable;

/**
 * Fetches the status, and what `refreshes` names, outside the interval; `isChecking` is true during any
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
