import { queryOptions } from "@tanstack/react-query";
import { call } from "@/shared/api/call";
import type { Id } from "@/shared/api/id";
import { queueApi } from "./contract";
import { queueQueries } from "./queries";

/** The most posts that the API sends at once. */
const most = 1000;

export const queueSearch = {
  /** The queue in one list, to search in: of one group or of all, of every status or pending ones. */
  posts: (group: Id | undefined, isDecidedShown: boolean) =>
    queryOptions({
      queryKey: [
        ...queueQueries.all(),
        "search",
        String(isDecidedShown),
        ...(group === undefined ? [] : [String(group)]),
      ] as const,
      queryFn: ({ signal }) =>
        call(
          queueApi.list,
          {
            query: {
              status: isDecidedShown ? undefined : "pending_approval",
              skip: 0,
              limit: most,
              group_id: group,
            },
          },
          { signal },
        ),
      meta: { failure: "Failed to fetch content data." },
    }),
};
