import { createRoute, stripSearchParams } from "@tanstack/react-router";
import { idSchema } from "@/shared/api/id";
import { z } from "@/shared/config/zod";
import { late } from "@/shared/ui/late";
import { readFirst } from "../read-first";
import { configTabs, valuesOf } from "../shell/tabs";
import { itemsDefaults, itemsSearch } from "./items-search";
import { shellRoute } from "./shell";

const configSearch = z.object({
  tab: z.catch(z._default(z.enum(valuesOf(configTabs)), "accounts"), "accounts"),
  /** The category whose settings are open. */
  category: z.catch(z.optional(idSchema), undefined),
  /** Whether its items are shown below them. */
  items: z.catch(z._default(z.boolean(), false), false),
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
