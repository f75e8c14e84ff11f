import type { QueryClient } from "@tanstack/react-query";
import { categoryQueries } from "@/entities/category";
import { defaultOrder, performanceQueries } from "@/features/performance";
import type { Id } from "@/shared/api/id";
import { prefetch } from "@/shared/query/prefetch";
import { inGroup } from "../../shell/active-group";

type List = Omit<Parameters<typeof performanceQueries.list>[0], "group">;

type Args = {
  context: { queryClient: QueryClient };
  deps: List & { group: Id | undefined; tab: "posts" | "categories" };
};

export function load({ context: { queryClient }, deps: { group: named, tab, ...list } }: Args) {
  return inGroup(queryClient, named, (group) =>
    tab === "categories"
      ? [
          prefetch(queryClient, performanceQueries.byCategory(group)),
          prefetch(
            queryClient,
            performanceQueries.list({ group, ...defaultOrder, limit: list.limit }),
          ),
        ]
      : [
          prefetch(queryClient, performanceQueries.list({ group, ...list })),
          prefetch(queryClient, categoryQueries.ofGroup(group)),
        ],
  );
}
