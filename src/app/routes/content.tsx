import { createRoute, stripSearchParams } from "@tanstack/react-router";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { lazyLoader } from "./loaders/lazy-loader";
import { anId, flag, itemsDefaults, itemsSearch, searchOf } from "./search";
import { shellRoute } from "./shell";

const search = searchOf({
  /** The category whose items are shown; the first listed one without it. */
  category: anId,
  archived: flag,
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
  loader: lazyLoader(() => import("./loaders/content-loader")),
  component: lazyWithPreload(() =>
    import("../pages/content-page").then((page) => page.ContentPage),
  ),
});
