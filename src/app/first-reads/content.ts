import type { QueryClient } from "@tanstack/react-query";
import { categoryQueries } from "@/entities/category";
import { activeCategory, contentQueries, listedCategories } from "@/features/content";
import { generationQueries } from "@/features/generation";
import type { Id } from "@/shared/api/id";
import { warm } from "@/shared/query/warm";
import { inGroup } from "./in-group";

type Filter = Parameters<typeof contentQueries.items>[1];

export function readForContent(
  client: QueryClient,
  named: Id | undefined,
  { category, archived, filter }: { category: Id | undefined; archived: boolean; filter: Filter },
) {
  return inGroup(client, named, (group) => [
    warm(client, generationQueries.status(group)),
    readItems(group).catch(() => {}),
  ]);

  async function readItems(group: Id) {
    const { items } = await client.query(categoryQueries.ofGroup(group));
    const open = activeCategory(listedCategories(items, archived), category);
    if (open) await warm(client, contentQueries.items(open.id, filter));
  }
}
