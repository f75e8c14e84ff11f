import { createRoute, stripSearchParams } from "@tanstack/react-router";
import { queueQueries } from "@/features/queue";
import { schedulerQueries } from "@/features/scheduler";
import { z } from "@/shared/config/zod";
import { warm, warmPages } from "@/shared/query/warm";
import { publishingTabs, valuesOf } from "../shell/navigation";
import { lazyScreen } from "./lazy-screen";
import { shellRoute } from "./shell";

const search = z.object({
  /** Which kind of posts the lists show. */
  tab: z.catch(z._default(z.enum(valuesOf(publishingTabs)), "media"), "media"),
  /** How what is scheduled is shown. */
  view: z.catch(z._default(z.enum(["list", "calendar"]), "list"), "list"),
  /** A day of the week that the calendar shows; the present week without it. */
  week: z.catch(z.optional(z.iso.date()), undefined),
});

export const publishingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "publishing",
  validateSearch: search,
  search: { middlewares: [stripSearchParams({ tab: "media", view: "list" })] },
  staticData: { screen: "Publishing" },
  loader: ({ context: { queryClient } }) => {
    warmPages(queryClient, queueQueries.pending());
    warmPages(queryClient, schedulerQueries.upcoming());
    warm(queryClient, schedulerQueries.status());
  },
  component: lazyScreen(() =>
    import("../pages/publishing-page").then((page) => page.PublishingPage),
  ),
});
