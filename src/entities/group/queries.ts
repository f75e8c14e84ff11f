import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import type { Group } from "./contract";
import { groupApi } from "./contract";

declare module "@/shared/query/meta" {
  interface QueryRoots {
    groups: true;
  }
}

export const groupQueries = {
  all: () => ["groups"] as const,
  list: () =>
    queryOptions({
      queryKey: [...groupQueries.all(), "list"] as const,
      queryFn: ({ signal }) => call(groupApi.list, {}, { signal }),
      meta: { failure: "Failed to load account groups.", guardsSession: true },
    }),
};

/**
 * True if publishing of the group of this name is paused; false while that is unknown. Posts in the queue
 * have only the name of their group, which no other group has.
 */
export const useIsPaused = (name: string | null | undefined): boolean =>
  useQuery({ ...groupQueries.list(), select: isPausedIn(name) }).data ?? false;

export const isPausedIn =
  (name: string | null | undefined) =>
  ({ items }: { readonly items: readonly Group[] }): boolean =>
    items.some((group) => group.name === name && Boolean(group.paused_at));
