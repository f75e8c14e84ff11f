import { createRoute, stripSearchParams } from "@tanstack/react-router";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { configTabs, valuesOf } from "../shell/tabs";
import { lazyLoader } from "./loaders/lazy-loader";
import { anId, flag, itemsDefaults, itemsSearch, oneOf, searchOf } from "./search";
import { shellRoute } from "./shell";

const configSearch = searchOf({
  tab: oneOf(valuesOf(configTabs), "accounts"),
  /** The category whose settings are open. */
  category: anId,
  /** True if its items are shown below them. */
  items: flag,
  /** The template, or the product, that takes the focus. */
  template: anId,
  product: anId,
  /** The template, or the product, that is edited in the open dialog. Without it, one is added. */
  record: anId,
  ...itemsSearch,
});

export const configRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "config",
  validateSearch: configSearch,
  search: { middlewares: [stripSearchParams({ tab: "accounts", items: false, ...itemsDefaults })] },
  staticData: { screen: "Configuration" },
  loaderDeps: ({ search }) => ({ group: search.group, tab: search.tab }),
  loader: lazyLoader(() => import("./loaders/config-loader")),
  component: lazyWithPreload(() =>
    import("../pages/config/config-page").then((page) => page.ConfigPage),
  ),
});
