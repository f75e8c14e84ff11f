import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { categoryQueries } from "@/entities/category";
import { call } from "@/shared/api/call";
import { type Id, sameId } from "@/shared/api/id";
import { fetchFresh } from "@/shared/query/prefetch";
import { categoriesApi } from "./contract";

declare module "@/shared/query/meta" {
  interface QueryRoots {
    "category-contents": true;
    "reddit-flairs": true;
  }
}

/** The categories of a group, with the failure text of the screen that sets them up. */
export const setUpCategories = (group: Id) =>
  queryOptions({
    ...categoryQueries.ofGroup(group),
    meta: { failure: "Failed to fetch content categories." },
  });

export const flairQueries = {
  /** Requested with the group's Reddit account, and only when the operator asks for the flairs. */
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

/** Fetches the category as it is on the server now; undefined if it no longer exists. */
export function useReadCategory(group: Id, id: Id) {
  const client = useQueryClient();
  return async () =>
    (await fetchFresh(client, categoryQueries.ofGroup(group))).items.find((one) =>
      sameId(one.id, id),
    );
}

/** Counted again for each question: a deletion cannot be taken back. */
export const categoryContents = (id: Id) =>
  queryOptions({
    queryKey: ["category-contents", String(id)] as const,
    queryFn: ({ signal }) => call(categoriesApi.contents, { params: { id } }, { signal }),
    // With 0 it would be gone before the question shows it, and be asked for again without end.
    gcTime: 1_000,
    meta: { failure: "Failed to count the category's contents." },
  });
