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
import type { Listing } from "@/shared/api/reply/listing";
import { readAllPages, sizeOf } from "@/shared/query/pages";
import { every } from "@/shared/query/polling";
import { clock } from "@/shared/time/clock";
import { schedulerApi } from "./contract";
import { rowOf } from "./posts";
import type { ScheduledPost } from "./schema";

declare module "@/shared/query/meta" {
  interface QueryRoots {
    "next-slot": true;
    scheduler: true;
  }
}

/** Scheduled posts per page. */
const pageSize = 5;

/** Scheduled posts per request of a calendar, the most that the API takes. */
const rangeSize = 1000;

export const nextSlotFailure = "Failed to find the next slot.";

/** The polling interval of the scheduler, in milliseconds. */
export const pace = 30_000;

type Page = Listing<ScheduledPost>;

/** A page of a list whose last row is whole; `size` is the number of posts that the next page skips for it. */
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
  /** All posts that are due in a span of time; of one group or of all. */
  range: ({ from, to }: { from: Date; to: Date }, group?: Id) => {
    const span = { from: from.toISOString(), to: to.toISOString() };
    return queryOptions({
      queryKey: [...schedulerQueries.all(), "range", span.from, span.to, ...keyOf(group)],
      queryFn: ({ signal }) => readUpcoming({ ...span, group_id: group }, signal),
      refetchInterval: every(pace),
      meta: { failure: "Failed to fetch content data." },
    });
  },
  /** All posts that are still to be published, to search in; of one group or of all. */
  waiting: (group?: Id) =>
    queryOptions({
      queryKey: [...schedulerQueries.all(), "waiting", ...keyOf(group)],
      queryFn: ({ signal }) => readUpcoming({ group_id: group }, signal),
      meta: { failure: "Failed to fetch content data." },
    }),
  /** One post, whatever has become of it. */
  post: (id: Id) =>
    queryOptions({
      queryKey: [...schedulerQueries.all(), "post", String(id)] as const,
      queryFn: ({ signal }) => call(schedulerApi.detail, { params: { id } }, { signal }),
      meta: { failure: "Failed to fetch the post." },
    }),
  /** The time that 'Next slot' offers: out of date as soon as another post is scheduled. */
  nextSlot: (id: Id) =>
    queryOptions({
      queryKey: ["next-slot", String(id)] as const,
      queryFn: ({ signal }) => call(schedulerApi.nextSlot, { params: { id } }, { signal }),
      gcTime: 0,
      meta: { failure: nextSlotFailure },
    }),
  /** The plan of the daily planner as of now. */
  planPreview: () =>
    queryOptions({
      queryKey: [...schedulerQueries.all(), "daily-plan"],
      queryFn: ({ signal }) => call(schedulerApi.planPreview, {}, { signal }),
      meta: { failure: "Failed to load the planner's preview." },
    }),
};

type Span = { from?: string; to?: string; group_id: Id | undefined };

const readUpcoming = (span: Span, signal: AbortSignal) =>
  readAllPages(
    (skip) =>
      call(schedulerApi.upcoming, { query: { ...span, skip, limit: rangeSize } }, { signal }),
    rangeSize,
  );

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
const keyOf = (group: Id | undefined): readonly string[] =>
  group === undefined ? [] : [String(group)];

/**
 * Fetches the status of every group that is shown, and the failed background work, outside the interval;
 * `isChecking` is true during any fetch of the status.
 */
export function useStatusCheck() {
  const client = useQueryClient();
  const { queryKey } = schedulerQueries.status();
  return {
    isChecking: useIsFetching({ queryKey }) > 0,
    check: () => {
      void client.refetchQueries({ queryKey });
      void client.refetchQueries({ queryKey: ["failed-work"] });
    },
  };
}
