import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  queryOptions,
} from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import type { Id } from "@/shared/api/id";
import type { Listing } from "@/shared/api/reply/listing";
import { sizeOf } from "@/shared/query/pages";
import { every } from "@/shared/query/polling";
import { activityApi } from "./contract";
import type { Activity, ActivityKind } from "./schema";

declare module "@/shared/query/meta" {
  interface QueryRoots {
    activity: true;
  }
}

/** Entries per page. */
const pageSize = 50;

/** How many of the latest entries the Publishing screen shows. */
const latestCount = 10;

/** The polling interval, in milliseconds. */
const pace = 30_000;

/** The entries that are shown; undefined is all of them. */
export type ActivityFilter = {
  readonly group: Id | undefined;
  readonly kind: ActivityKind | undefined;
  readonly user: Id | undefined;
};

type Page = Listing<Activity>;

export const activityQueries = {
  latest: () =>
    queryOptions({
      queryKey: ["activity", "latest"] as const,
      queryFn: ({ signal }) =>
        call(activityApi.list, { query: { limit: latestCount } }, { signal }),
      refetchInterval: every(pace),
      meta: { failure: "Failed to fetch activity." },
    }),
  /** The latest first, page by page. */
  list: ({ group, kind, user }: ActivityFilter) =>
    infiniteQueryOptions<Page, Error, InfiniteData<Page, number>, QueryKey, number>({
      queryKey: ["activity", "list", { group, kind, user }],
      queryFn: ({ pageParam, signal }) =>
        call(
          activityApi.list,
          {
            query: {
              group_id: group,
              kind,
              user: user === undefined ? undefined : String(user),
              skip: pageParam,
              limit: pageSize,
            },
          },
          { signal },
        ),
      initialPageParam: 0,
      getNextPageParam: (last, pages) =>
        sizeOf(last) < pageSize ? undefined : pages.reduce((sum, page) => sum + sizeOf(page), 0),
      refetchInterval: every(pace),
      meta: {
        failure: "Failed to fetch activity.",
        moreFailure: "Failed to load more activity.",
      },
    }),
  people: () =>
    queryOptions({
      queryKey: ["activity", "people"] as const,
      queryFn: ({ signal }) => call(activityApi.people, {}, { signal }),
      meta: { failure: "Failed to fetch people." },
    }),
};
