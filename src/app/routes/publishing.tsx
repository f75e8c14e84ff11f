import { createRoute, stripSearchParams } from "@tanstack/react-router";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { publishingTabs, valuesOf } from "../shell/tabs";
import { lazyLoader } from "./lazy-loader";
import { aDay, oneOf, searchOf } from "./search";
import { shellRoute } from "./shell";

const search = searchOf({
  /** The kind of posts that the lists show. */
  tab: oneOf(valuesOf(publishingTabs), "media"),
  /** How the scheduled posts are shown. */
  view: oneOf(["list", "calendar"], "list"),
  /** A day of the week that the calendar shows; the present week without it. */
  week: aDay,
});

export const publishingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "publishing",
  validateSearch: search,
  search: { middlewares: [stripSearchParams({ tab: "media", view: "list" })] },
  staticData: { screen: "Publishing" },
  loader: lazyLoader(() => import("./publishing-loader")),
  component: lazyWithPreload(() =>
    import("../pages/publishing-page").then((page) => page.PublishingPage),
  ),
});
