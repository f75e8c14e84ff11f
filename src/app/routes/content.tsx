import { createRoute } from "@tanstack/react-router";
import { generationQueries } from "@/features/generation";
import { warm } from "@/shared/query/warm";
import { warmGroup } from "../shell/warm-group";
import { lazyScreen } from "./lazy-screen";
import { shellRoute } from "./shell";

export const contentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "content",
  staticData: { screen: "Content Library" },
  loaderDeps: ({ search }) => ({ group: search.group }),
  loader: ({ context: { queryClient }, deps }) =>
    warmGroup(queryClient, deps.group, (group) =>
      warm(queryClient, generationQueries.status(group)),
    ),
  component: lazyScreen(() => import("../pages/content-page").then((page) => page.ContentPage)),
});
