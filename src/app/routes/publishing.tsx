import { createRoute, stripSearchParams } from "@tanstack/react-router";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { publishingTabs, valuesOf } from "../shell/tabs";
import { lazyLoader } from "./lazy-loader";
import { aDay, anId, oneOf, searchOf } from "./search";
import { shellRoute } from "./shell";

const search = searchOf({
  /** The kind of posts that the lists show. */
  tab: oneOf(valuesOf(publishingTabs), "media"),
  /** Whose posts the lists show: those of all groups, or of the active one. */
  of: oneOf(["all", "group"], "all"),
  /** Which posts of the queue are shown. */
  status: oneOf(["pending", "approved", "rejected"], "pending"),
  /** How the scheduled posts are shown. */
  view: oneOf(["list", "calendar"], "list"),
  /** How many days the calendar shows. */
  span: oneOf(["week", "month"], "week"),
  /** A day of the week or month that the calendar shows; the present one without it. */
  week: aDay,
  /** The scheduled post whose dialog is open. */
  post: anId,
});

export const publishingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "publishing",
  validateSearch: search,
  search: {
    middlewares: [
      stripSearchParams({ tab: "media", of: "all", status: "pending", view: "list", span: "week" }),
    ],
  },
  staticData: { screen: "Publishing" },
  loaderDeps: ({ search: { of } }) => ({ of }),
  loader: lazyLoader(() => import("./publishing-loader")),
  component: lazyWithPreload(() =>
    import("../pages/publishing-page").then((page) => page.PublishingPage),
  ),
});
