import type { QueryClient } from "@tanstack/react-query";
import { categoryQueries } from "@/entities/category";
import { performanceQueries } from "@/features/performance";
import type { Id } from "@/shared/api/id";
import { warm } from "@/shared/query/warm";
import { inGroup } from "./in-group";

type List = Omit<Parameters<typeof performanceQueries.list>[0], "group">;

export function readForPerformance(
  client: QueryClient,
  named: Id | undefined,
  { tab, ...list }: List & { tab: "posts" | "categories" },
) {
  return inGroup(client, named, (group) =>
    tab === "categories"
      ? [warm(client, performanceQueries.byCategory(group))]
      : [
          warm(client, performanceQueries.list({ group, ...list })),
          warm(client, categoryQueries.ofGroup(group)),
        ],
  );
}
