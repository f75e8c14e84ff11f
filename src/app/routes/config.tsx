import { createRoute, stripSearchParams } from "@tanstack/react-router";
import { accountQueries } from "@/entities/account";
import { integrationQueries } from "@/entities/integration";
import { setUpCategories } from "@/features/categories";
import { newsletterQueries } from "@/features/newsletter";
import { idSchema } from "@/shared/api/id";
import { z } from "@/shared/config/zod";
import { warm } from "@/shared/query/warm";
import { configTabs, valuesOf } from "../shell/navigation";
import { warmGroup } from "../shell/warm-group";
import { itemsDefaults, itemsSearch } from "./items-search";
import { lazyScreen } from "./lazy-screen";
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
  loader: ({ context: { queryClient }, deps }) =>
    warmGroup(queryClient, deps.group, (group) => {
      switch (deps.tab) {
        case "accounts":
        case "direct":
          return warm(queryClient, accountQueries.ofGroup(group));
        case "evergreen":
          return warm(queryClient, setUpCategories(group));
        case "integrations":
          warm(queryClient, integrationQueries.everywhere());
          return warm(queryClient, integrationQueries.ofGroup(group));
        case "newsletter":
          warm(queryClient, integrationQueries.ofGroup(group));
          warm(queryClient, newsletterQueries.subscribers(group));
          return warm(queryClient, newsletterQueries.settings(group));
        default:
          // What the group itself holds is all that the others show.
          return;
      }
    }),
  component: lazyScreen(() => import("../pages/config-page").then((page) => page.ConfigPage)),
});
