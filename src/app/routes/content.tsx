import { createRoute, stripSearchParams } from "@tanstack/react-router";
import { categoryQueries } from "@/entities/category";
import { activeCategory, contentQueries, listedCategories } from "@/features/content";
import { generationQueries } from "@/features/generation";
import { idSchema } from "@/shared/api/id";
import { z } from "@/shared/config/zod";
import { warm } from "@/shared/query/warm";
import { warmGroup } from "../shell/warm-group";
import { itemsDefaults, itemsSearch } from "./items-search";
import { lazyScreen } from "./lazy-screen";
import { shellRoute } from "./shell";

const search = z.object({
  /** The category whose items are shown; the first listed one without it. */
  category: z.catch(z.optional(idSchema), undefined),
  archived: z.catch(z._default(z.boolean(), false), false),
  ...itemsSearch,
});

export const contentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "content",
  validateSearch: search,
  search: { middlewares: [stripSearchParams({ archived: false, ...itemsDefaults })] },
  staticData: { screen: "Content Library" },
  loaderDeps: ({ search: { group, category, archived, status, unused, media } }) => ({
    group,
    category,
    archived,
    filter: { status, unused, media },
  }),
  loader: ({ context: { queryClient }, deps: { group: named, category, archived, filter } }) =>
    warmGroup(queryClient, named, (group) => {
      warm(queryClient, generationQueries.status(group));
      queryClient
        .query(categoryQueries.ofGroup(group))
        .then(({ items }) => {
          const open = activeCategory(listedCategories(items, archived), category);
          if (open) warm(queryClient, contentQueries.items(open.id, filter));
        })
        .catch(() => {});
    }),
  component: lazyScreen(() => import("../pages/content-page").then((page) => page.ContentPage)),
});
