import {
  type InfiniteData,
  infiniteQueryOptions,
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

/** Scheduled posts a page. */
const pageSize = 5;

/** How often the scheduler is asked, in milliseconds. */
export const pace = 30_000;

type Page = Listing<ScheduledPost>;

export const schedulerQueries = {
  all: () => ["scheduler"] as const,
  /** What is still to be published, soonest first, page by page. */
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
      // Not called off: where the shell is hidden for a moment, by what is still to come, it would be
      // asked for again.
      queryFn: async () => ({
        ...(await call(schedulerApi.status, {})),
        /** When this was heard, by the server's clock, in milliseconds. */
        checkedAt: clock.now(),
      }),
      refetchInterval: every(pace),
      meta: { failure: "Failed to fetch scheduler status." },
    }),
};

const sizeOf = ({ items, unreadable }: Page) => items.length + unreadable;

/** Asks for the status out of turn, and says whether it is being asked for. */
export function useStatusCheck() {
  const client = useQueryClient();
  const { queryKey } = schedulerQueries.status();
  return {
    isChecking: useIsFetching({ queryKey }) > 0,
    check: () => void client.refetchQueries({ queryKey }),
  };
}
