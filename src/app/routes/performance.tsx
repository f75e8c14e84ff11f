import { createRoute, stripSearchParams } from "@tanstack/react-router";
import { defaultOrder, listMost, listStep, sortKeys, sortOrders } from "@/features/performance";
import { idSchema } from "@/shared/api/id";
import { z } from "@/shared/config/zod";
import { late } from "@/shared/ui/late";
import { readFirst } from "../read-first";
import { performanceTabs, valuesOf } from "../shell/tabs";
import { shellRoute } from "./shell";

const { sort, order } = defaultOrder;

const search = z.object({
  tab: z.catch(z._default(z.enum(valuesOf(performanceTabs)), "posts"), "posts"),
  sort: z.catch(z._default(z.enum(sortKeys), sort), sort),
  order: z.catch(z._default(z.enum(sortOrders), order), order),
  /** The category whose posts are shown; all of them without one. */
  category: z.catch(z.optional(idSchema), undefined),
  /** How many posts the list may have. */
  limit: z.catch(z._default(z.int().check(z.gte(listStep), z.lte(listMost)), listStep), listStep),
  /** The post whose dialog is open. */
  post: z.catch(z.optional(idSchema), undefined),
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
  loader: ({ context: { queryClient }, deps: { group, ...shown } }) =>
    readFirst(
      () => import("../first-reads/performance"),
      ({ readForPerformance }) => readForPerformance(queryClient, group, shown),
    ),
  component: late(() => import("../pages/performance-page").then((page) => page.PerformancePage)),
});
