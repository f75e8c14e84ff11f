import { createRoute, stripSearchParams } from "@tanstack/react-router";
import { late } from "@/shared/ui/late";
import { readFirst } from "../read-first";
import { publishingTabs, valuesOf } from "../shell/tabs";
import { aDay, oneOf, searchOf } from "./search";
import { shellRoute } from "./shell";

const search = searchOf({
  /** Which kind of posts the lists show. */
  tab: oneOf(valuesOf(publishingTabs), "media"),
  /** How what is scheduled is shown. */
  view: oneOf(["list", "calendar"], "list"),
  /** A day of the week that the calendar shows; the present week without it. */
  week: aDay,
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
