import { createRoute, stripSearchParams } from "@tanstack/react-router";
import { accountQueries } from "@/entities/account";
import { categoryQueries } from "@/entities/category";
import { z } from "@/shared/config/zod";
import { warm } from "@/shared/query/warm";
import { warmGroup } from "../shell/warm-group";
import { lazyScreen } from "./lazy-screen";
import { shellRoute } from "./shell";

const configTabs = ["accounts", "evergreen"] as const;

const configSearch = z.object({ tab: z.enum(configTabs).default("accounts").catch("accounts") });

export const configRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "config",
  validateSearch: configSearch,
  search: { middlewares: [stripSearchParams({ tab: "accounts" })] },
  staticData: { screen: "Configuration" },
  loaderDeps: ({ search }) => ({ group: search.group, tab: search.tab }),
  loader: ({ context: { queryClient }, deps }) =>
    warmGroup(queryClient, deps.group, (group) =>
      deps.tab === "accounts"
        ? warm(queryClient, accountQueries.ofGroup(group))
        : warm(queryClient, categoryQueries.ofGroup(group)),
    ),
  component: lazyScreen(() => import("../pages/config-page").then((page) => page.ConfigPage)),
});
