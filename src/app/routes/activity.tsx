import { createRoute, stripSearchParams } from "@tanstack/react-router";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { lazyLoader } from "./lazy-loader";
import { anId, aWord, oneOf, searchOf } from "./search";
import { shellRoute } from "./shell";

const search = searchOf({
  /** Whether the active group's activity is shown, or that of all groups. */
  of: oneOf(["all", "group"], "all"),
  /** The screen ignores one that it does not know. */
  kind: aWord,
  /** The person whose activity is shown, or `server`. */
  user: anId,
});

export const activityRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "activity",
  validateSearch: search,
  search: { middlewares: [stripSearchParams({ of: "all" })] },
  staticData: { screen: "Activity" },
  loaderDeps: ({ search: { group, of, kind, user } }) => ({ group, of, kind, user }),
  loader: lazyLoader(() => import("./activity-loader")),
  component: lazyWithPreload(() =>
    import("../pages/activity-page").then((page) => page.ActivityPage),
  ),
});
