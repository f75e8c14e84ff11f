import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { type Category, categoryQueries } from "@/entities/category";
import { sameId } from "@/shared/api/id";
import type { Listing } from "@/shared/api/reply/listing";
import { useCommand } from "@/shared/query/use-command";
import { categoriesApi } from "./contract";

const refreshes: readonly QueryKey[] = [categoryQueries.all(), ["generation"]];

export const createFailure = "Failed to create category.";
export const saveFailures = {
  settings: "Failed to update category settings.",
  platforms: "Failed to save platform settings.",
  reddit: "Failed to save Reddit settings.",
} as const;

/** A part of a category that is saved separately. */
export type CategoryPart = keyof typeof saveFailures;

const successes: Readonly<Record<CategoryPart, string>> = {
  settings: "Category saved.",
  platforms: "Platforms saved.",
  reddit: "Reddit settings saved.",
};

/** Puts a saved category into every cached list, so that all forms show it before the refetch. */
const put = (client: QueryClient, category: Category | undefined) =>
  category &&
  client.setQueriesData<Listing<Category>>(
    { queryKey: categoryQueries.all() },
    (known) =>
      known && {
        ...known,
        items: known.items.map((it) => (sameId(it.id, category.id) ? category : it)),
      },
  );

export const useAddCategory = () =>
  useCommand(categoriesApi.add, {
    success: "Category added.",
    failure: createFailure,
    isShownInPlace: true,
    refreshes,
  });

export const useSaveCategory = (part: CategoryPart) =>
  useCommand(categoriesApi.change, {
    success: successes[part],
    failure: saveFailures[part],
    isShownInPlace: true,
    refreshes,
    apply: put,
  });

export const useDeleteCategory = () =>
  useCommand(categoriesApi.remove, {
    success: "Category deleted.",
    failure: "Failed to delete category.",
    isShownInPlace: true,
    refreshes: [...refreshes, ["queue"], ["scheduler"]],
    apply: (client, _reply, { params }) =>
      client.setQueriesData<Listing<Category>>(
        { queryKey: categoryQueries.all() },
        (known) =>
          known && { ...known, items: known.items.filter((it) => !sameId(it.id, params.id)) },
      ),
  });
