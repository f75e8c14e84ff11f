import { createRoute, stripSearchParams } from "@tanstack/react-router";
import { defaultOrder, listMost, listStep, sortKeys, sortOrders } from "@/features/performance";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { performanceTabs, valuesOf } from "../shell/tabs";
import { lazyLoader } from "./lazy-loader";
import { anId, oneOf, searchOf, wholeNumber } from "./search";
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
  /** The post whose dialog is open. */
  post: anId,
});

export const performanceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "dashboard",
  validateSearch: search,
  search: { middlewares: [stripSearchParams({ tab: "posts", sort, order, limit: listStep })] },
  staticData: { screen: "Dashboard" },
  loaderDeps: ({ search: { group, tab, sort, order, category, limit } }) => ({
    group,
    tab,
    sort,
    order,
    category,
    limit,
  }),
  loader: lazyLoader(() => import("./performance-loader")),
  component: lazyWithPreload(() =>
    import("../pages/performance-page").then((page) => page.PerformancePage),
  ),
});
