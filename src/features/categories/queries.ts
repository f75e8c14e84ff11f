import { queryOptions } from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import type { Id } from "@/shared/api/id";
import { categoriesApi } from "./contract";

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
