import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { groupQueries } from "@/entities/group";
import { call } from "@/shared/api/call";
import { type Id, sameId } from "@/shared/api/id";
import { every } from "@/shared/query/polling";
import { fetchFresh } from "@/shared/query/prefetch";
import { groupsApi } from "./contract";

declare module "@/shared/query/meta" {
  interface QueryRoots {
    "group-contents": true;
  }
}

/** Fetches the group as it is on the server now; undefined if it no longer exists. */
export function useReadGroup(id: Id) {
  const client = useQueryClient();
  return async () =>
    (await fetchFresh(client, groupQueries.list())).items.find((group) => sameId(group.id, id));
}

export const groupCountQueries = {
  /** Below the scheduler's key, because what changes its lists changes these counts. */
  waiting: (id: Id) =>
    queryOptions({
      queryKey: ["scheduler", "waiting", String(id)] as const,
      queryFn: ({ signal }) => call(groupsApi.waitingPosts, { params: { id } }, { signal }),
      refetchInterval: every(30_000),
      meta: { failure: "Failed to count the waiting posts." },
    }),
  /** Counted again for each question: a deletion cannot be taken back. */
  contents: (id: Id) =>
    queryOptions({
      queryKey: ["group-contents", String(id)] as const,
      queryFn: ({ signal }) => call(groupsApi.contents, { params: { id } }, { signal }),
      // With 0 it would be gone before the question shows it, and be asked for again without end.
      gcTime: 1_000,
      meta: { failure: "Failed to count the group's contents." },
    }),
};
