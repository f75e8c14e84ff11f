import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { categoryQueries } from "@/entities/category";
import { call } from "@/shared/api/call";
import { type Id, sameId } from "@/shared/api/id";
import { fetchFresh } from "@/shared/query/fetch-fresh";
import { categoriesApi } from "./contract";

/** The categories of a group where they are set up; elsewhere they are a part of something else. */
export const setUpCategories = (group: Id) =>
  queryOptions({
    ...categoryQueries.ofGroup(group),
    meta: { failure: "Failed to fetch content categories." },
  });

export const flairQueries = {
  /** Asked for in the name of the group's Reddit account, and only when someone wants to choose. */
  of: (group: Id, subreddit: string) =>
    queryOptions({
      queryKey: ["reddit-flairs", String(group), subreddit.toLowerCase()] as const,
      queryFn: ({ signal }) =>
        call(
          categoriesApi.redditFlairs,
          { params: { subreddit }, query: { group_id: group } },
          { signal },
        ).then(({ flairs }) => flairs),
      meta: { failure: "Failed to fetch available flairs" },
    }),
};

/** Reads a category as it is on the server at that moment; undefined where it is gone. */
export function useReadCategory(group: Id, id: Id) {
  const client = useQueryClient();
  return async () =>
    (await fetchFresh(client, categoryQueries.ofGroup(group))).items.find((one) =>
      sameId(one.id, id),
    );
}
