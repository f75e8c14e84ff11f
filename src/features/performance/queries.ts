import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { categoryQueries } from "@/entities/category";
import { call } from "@/shared/api/call";
import { type Id, sameId } from "@/shared/api/id";
import { performanceApi } from "./contract";
import type { Filter } from "./filter";
import type { Sorting } from "./list-options";

declare module "@/shared/query/meta" {
  interface QueryRoots {
    performance: true;
  }
}

export type Listed = Sorting & {
  readonly group: Id;
  /** Undefined: all categories. */
  readonly category?: Id | undefined;
  /** The most posts that the list may have. */
  readonly limit: number;
};

/** The posts that are loaded, which of them are shown, and how. */
export type Shown = Listed &
  Filter & {
    /** True if a post of several accounts is one row. */
    readonly grouped: boolean;
  };

export const performanceQueries = {
  list: ({ group, category, sort, order, limit }: Listed) =>
    queryOptions({
      queryKey: [
        "performance",
        "list",
        String(group),
        category === undefined ? null : String(category),
        sort,
        order,
        limit,
      ] as const,
      queryFn: ({ signal }) =>
        call(
          performanceApi.list,
          {
            query: {
              sortBy: sort,
              sortOrder: order,
              limit,
              category_id: category,
              group_id: group,
            },
          },
          { signal },
        ),
      meta: { failure: "Failed to load performance data. Please try again." },
    }),
  byCategory: (group: Id) =>
    queryOptions({
      queryKey: ["performance", "by-category", String(group)] as const,
      queryFn: ({ signal }) =>
        call(performanceApi.byCategory, { query: { group_id: group } }, { signal }),
      meta: { failure: "Failed to load category performance data." },
    }),
  detail: (post: Id) =>
    queryOptions({
      queryKey: ["performance", "post", String(post)] as const,
      queryFn: ({ signal }) => call(performanceApi.detail, { params: { id: post } }, { signal }),
      meta: { failure: "Failed to load performance details. Please try again." },
    }),
};

/**
 * Returns the list that can be shown. The URL may name a category of another group, or one that was
 * deleted: then all posts are listed. Until the categories are loaded, the category is trusted.
 */
export function useListed(listed: Shown): Shown {
  const { data: isMissing = false } = useQuery({
    ...categoryQueries.ofGroup(listed.group),
    enabled: listed.category !== undefined,
    select: ({ items }) =>
      listed.category !== undefined && !items.some(({ id }) => sameId(id, listed.category)),
  });
  return useMemo(
    () => (isMissing ? { ...listed, category: undefined } : listed),
    [listed, isMissing],
  );
}
