import type { QueryClient } from "@tanstack/react-query";
import { categoryQueries } from "@/entities/category";
import { activeCategory, contentQueries, listedCategories } from "@/features/content";
import { generationQueries } from "@/features/generation";
import type { Id } from "@/shared/api/id";
import { prefetch } from "@/shared/query/prefetch";
import { inGroup } from "../../shell/active-group";

type Args = {
  context: { queryClient: QueryClient };
  deps: {
    group: Id | undefined;
    category: Id | undefined;
    archived: boolean;
    filter: Parameters<typeof contentQueries.items>[1];
  };
};

export function load({ context: { queryClient }, deps }: Args) {
  return inGroup(queryClient, deps.group, (group) => [
    prefetch(queryClient, generationQueries.status(group)),
    loadItems(group),
  ]);

  async function loadItems(group: Id) {
    const { items } = await queryClient.query(categoryQueries.ofGroup(group));
    const open = activeCategory(listedCategories(items, deps.archived), deps.category);
    if (open) await prefetch(queryClient, contentQueries.items(open.id, deps.filter));
  }
}
