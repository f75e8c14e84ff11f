import { createRoute, stripSearchParams } from "@tanstack/react-router";
import {
  defaultOrder,
  listMost,
  listStep,
  periods,
  sortKeys,
  sortOrders,
} from "@/features/performance";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { performanceTabs, valuesOf } from "../shell/tabs";
import { lazyLoader } from "./loaders/lazy-loader";
import { aDay, anId, aText, oneOf, preferredFlag, searchOf, wholeNumber } from "./search";
import { shellRoute } from "./shell";

const { sort, order } = defaultOrder;

const search = searchOf({
  tab: oneOf(valuesOf(performanceTabs), "posts"),
  sort: oneOf(sortKeys, sort),
  order: oneOf(sortOrders, order),
  /** The category whose posts are shown; all of them without one. */
  category: anId,
  /** How many posts the list may have. */
  limit: wholeNumber(listStep, listMost, listStep),
  /** When the shown posts were published; `from` and `to` count in the period `dates`. */
  period: oneOf(periods, "all"),
  from: aDay,
  to: aDay,
  platform: aText,
  /** Words of the shown posts. */
  text: aText,
  /** True if a post of several accounts is one row. Without it, the operator's last choice holds. */
  grouped: preferredFlag,
  /** The post whose dialog is open. */
  post: anId,
});

export const performanceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "dashboard",
  validateSearch: search,
  search: {
    middlewares: [
      stripSearchParams({
        tab: "posts",
        sort,
        order,
        limit: listStep,
        period: "all",
      }),
    ],
  },
  staticData: { screen: "Dashboard" },
  loaderDeps: ({ search: { group, tab, sort, order, category, limit } }) => ({
    group,
    tab,
    sort,
    order,
    category,
    limit,
  }),
  loader: lazyLoader(() => import("./loaders/performance-loader")),
  component: lazyWithPreload(() =>
    import("../pages/performance-page").then((page) => page.PerformancePage),
  ),
});
