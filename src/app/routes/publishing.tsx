import { createRoute, stripSearchParams } from "@tanstack/react-router";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { mostPages } from "@/shared/query/prefetch";
import { publishingTabs, valuesOf } from "../shell/tabs";
import { lazyLoader } from "./loaders/lazy-loader";
import { aDay, anId, flag, oneOf, searchOf, wholeNumber } from "./search";
import { shellRoute } from "./shell";

const search = searchOf({
  /** The kind of posts that the lists show. */
  tab: oneOf(valuesOf(publishingTabs), "media"),
  /** Whose posts the lists show: those of all groups, or of the active one. */
  of: oneOf(["all", "group"], "all"),
  /** Which posts of the queue are shown. */
  status: oneOf(["pending", "approved", "rejected"], "pending"),
  /** How many pages of the queue are loaded, and of the scheduled posts. */
  queue: wholeNumber(1, mostPages, 1),
  scheduled: wholeNumber(1, mostPages, 1),
  /** The post of the queue that comes first. */
  item: anId,
  /** How the scheduled posts are shown. */
  view: oneOf(["list", "calendar"], "list"),
  /** How many days the calendar shows. */
  span: oneOf(["week", "month"], "week"),
  /** A day of the week or month that the calendar shows; the present one without it. */
  week: aDay,
  /** True if the second list of upcoming posts is open. */
  upcoming: flag,
  /** The scheduled post whose dialog is open. */
  post: anId,
});

export const publishingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "publishing",
  validateSearch: search,
  search: {
    middlewares: [
      stripSearchParams({
        tab: "media",
        of: "all",
        status: "pending",
        queue: 1,
        scheduled: 1,
        view: "list",
        span: "week",
        upcoming: false,
      }),
    ],
  },
  staticData: { screen: "Publishing" },
  loaderDeps: ({ search: { of, queue, scheduled } }) => ({ of, queue, scheduled }),
  loader: lazyLoader(() => import("./loaders/publishing-loader")),
  component: lazyWithPreload(() =>
    import("../pages/publishing-page").then((page) => page.PublishingPage),
  ),
});
