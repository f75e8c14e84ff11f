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
import { rowOf } from "./joined-posts";
import type { ScheduledPost } from "./schema";

declare module "@/shared/query/meta" {
  interface QueryRoots {
    scheduler: true;
  }
}

/** Scheduled posts per page. */
const pageSize = 5;

/** The polling interval of the scheduler, in milliseconds. */
export const pace = 30_000;

export type Page = Listing<ScheduledPost>;

/** A page of a list whose last row is whole; `size` is how many posts the next page skips for it. */
type WholePage = Page & { readonly size: number };

export const schedulerQueries = {
  all: () => ["scheduler"] as const,
  /** Posts still to be published, soonest first, page by page; of one group or of all. */
  upcoming: (group?: Id) =>
    infiniteQueryOptions<WholePage, Error, InfiniteData<WholePage, number>, QueryKey, number>({
      queryKey: [...schedulerQueries.all(), "upcoming", ...keyOf(group)],
      queryFn: ({ pageParam, signal }) =>
        readWhole(pageParam, (skip) =>
          call(
            schedulerApi.upcoming,
            { query: { skip, limit: pageSize, group_id: group } },
            { signal },
          ),
        ),
      initialPageParam: 0,
      getNextPageParam: (last, pages) =>
        last.size < pageSize ? undefined : pages.reduce((sum, { size }) => sum + size, 0),
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

/**
 * Reads a page. A post is sent once for each of its accounts, so that a page may end within its last row:
 * then the posts after it are read too, as long as they bring more accounts of the page's rows.
 */
async function readWhole(start: number, read: (skip: number) => Promise<Page>): Promise<WholePage> {
  const page = await read(start);
  const rows = new Set(page.items.map(rowOf));
  const items = new Map(page.items.map((post) => [String(post.id), post]));
  const isMissing = (post: ScheduledPost) => rows.has(rowOf(post)) && !items.has(String(post.id));
  let size = sizeOf(page);
  let passed = size;
  for (let last = page; sizeOf(last) >= pageSize; passed += sizeOf(last)) {
    try {
      last = await read(start + passed);
    } catch {
      // The page itself is there. What is missing comes with the next page or the next poll.
      break;
    }
    const missing = last.items.filter(isMissing);
    if (missing.length === 0) break;
    // The next page begins with the first post that is not in this one, so that none is left out.
    if (size === passed) {
      const other = last.items.findIndex((post) => !isMissing(post));
      size += other < 0 ? last.items.length : other;
    }
    for (const post of missing) items.set(String(post.id), post);
  }
  return { items: [...items.values()], unreadable: page.unreadable, size };
}

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
