import { createRoute, stripSearchParams } from "@tanstack/react-router";
import { z } from "@/shared/config/zod";
import { late } from "@/shared/ui/late";
import { readFirst } from "../read-first";
import { publishingTabs, valuesOf } from "../shell/tabs";
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
  loader: ({ context: { queryClient } }) =>
    readFirst(
      () => import("../first-reads/publishing"),
      ({ readForPublishing }) => readForPublishing(queryClient),
    ),
  component: late(() => import("../pages/publishing-page").then((page) => page.PublishingPage)),
});
