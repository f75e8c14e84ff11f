import { createRoute, stripSearchParams } from "@tanstack/react-router";
import { late } from "@/shared/ui/late";
import { readFirst } from "../read-first";
import { configTabs, valuesOf } from "../shell/tabs";
import { itemsDefaults, itemsSearch } from "./items-search";
import { anId, flag, oneOf, searchOf } from "./search";
import { shellRoute } from "./shell";

const configSearch = searchOf({
  tab: oneOf(valuesOf(configTabs), "accounts"),
  /** The category whose settings are open. */
  category: anId,
  /** Whether its items are shown below them. */
  items: flag,
  ...itemsSearch,
});

export const configRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "config",
  validateSearch: configSearch,
  search: { middlewares: [stripSearchParams({ tab: "accounts", items: false, ...itemsDefaults })] },
  staticData: { screen: "Configuration" },
  loaderDeps: ({ search }) => ({ group: search.group, tab: search.tab }),
  loader: ({ context: { queryClient }, deps: { group, tab } }) =>
    readFirst(
      () => import("../first-reads/config"),
      ({ readForConfig }) => readForConfig(queryClient, group, tab),
    ),
  component: late(() => import("../pages/config-page").then((page) => page.ConfigPage)),
});
