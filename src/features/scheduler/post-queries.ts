import { queryOptions } from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import type { Id } from "@/shared/api/id";
import { every } from "@/shared/query/polling";
import { schedulerApi } from "./contract";
import { keyOf, type Page, pace, schedulerQueries, sizeOf } from "./queries";
import type { ScheduledPost } from "./schema";

declare module "@/shared/query/meta" {
  interface QueryRoots {
    "next-slot": true;
  }
}

/*
 * The reads of the calendar and of one scheduled post. In a file of their own, so that they are loaded
 * with the lazy parts that need them.
 */

/** Scheduled posts per request of a calendar, the most that the API takes. */
const rangeSize = 1000;

export const nextSlotFailure = "Failed to find the next slot.";

export const postQueries = {
  /** All posts that are due in a span of time; of one group or of all. */
  range: ({ from, to }: { from: Date; to: Date }, group?: Id) =>
    queryOptions({
      queryKey: [
        ...schedulerQueries.all(),
        "range",
        from.toISOString(),
        to.toISOString(),
        ...keyOf(group),
      ],
      queryFn: ({ signal }) =>
        readAll((skip) =>
          call(
            schedulerApi.upcoming,
            {
              query: {
                from: from.toISOString(),
                to: to.toISOString(),
                group_id: group,
                skip,
                limit: rangeSize,
              },
            },
            { signal },
          ),
        ),
      refetchInterval: every(pace),
      meta: { failure: "Failed to fetch content data." },
    }),
  /** All posts that are still to be published, to search in; of one group or of all. */
  waiting: (group?: Id) =>
    queryOptions({
      queryKey: [...schedulerQueries.all(), "waiting", ...keyOf(group)],
      queryFn: ({ signal }) =>
        readAll((skip) =>
          call(
            schedulerApi.upcoming,
            { query: { skip, limit: rangeSize, group_id: group } },
            { signal },
          ),
        ),
      meta: { failure: "Failed to fetch content data." },
    }),
  /** One post, whatever has become of it. */
  detail: (id: Id) =>
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
};

/**
 * Reads page after page until one is not full. A post that moves up meanwhile is kept once; a page
 * without a new post ends it too, because a server that ignores `skip` would never send the last one.
 */
async function readAll(read: (skip: number) => Promise<Page>): Promise<Page> {
  const items = new Map<string, ScheduledPost>();
  let [skip, unreadable] = [0, 0];
  for (;;) {
    const page = await read(skip);
    const before = items.size;
    for (const post of page.items) items.set(String(post.id), post);
    unreadable += page.unreadable;
    skip += sizeOf(page);
    if (sizeOf(page) < rangeSize || items.size === before)
      return { items: [...items.values()], unreadable };
  }
}
