import { createRoute, stripSearchParams } from "@tanstack/react-router";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { mostPages } from "@/shared/query/prefetch";
import { lazyLoader } from "./loaders/lazy-loader";
import { anId, aWord, oneOf, searchOf, wholeNumber } from "./search";
import { shellRoute } from "./shell";

const search = searchOf({
  /** The activity that is shown: of the active group, or of all. */
  of: oneOf(["all", "group"], "all"),
  /** The screen ignores one that it does not know. */
  kind: aWord,
  /** The person whose activity is shown, or `server`. */
  user: anId,
  /** How many pages are loaded. */
  pages: wholeNumber(1, mostPages, 1),
});

export const activityRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "activity",
  validateSearch: search,
  search: { middlewares: [stripSearchParams({ of: "all", pages: 1 })] },
  staticData: { screen: "Activity" },
  loaderDeps: ({ search: { group, of, kind, user, pages } }) => ({ group, of, kind, user, pages }),
  loader: lazyLoader(() => import("./loaders/activity-loader")),
  component: lazyWithPreload(() =>
    import("../pages/activity-page").then((page) => page.ActivityPage),
  ),
});
