import type { QueryClient } from "@tanstack/react-query";
import { createRouter, type RouterHistory } from "@tanstack/react-router";
import { resetFailedChunks } from "@/shared/lazy/failed-chunks";
import { NotFound } from "./routes/not-found";
import { PagePending } from "./routes/page-pending";
import { RouteFailure } from "./routes/route-failure";
import { routeTree } from "./routes/tree";

export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    ...(history && { history }),
    context: { queryClient },
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: RouteFailure,
    defaultPendingComponent: PagePending,
    defaultPendingMinMs: 300,
    scrollRestoration: true,
  });
  // A chunk that failed when the pointer was over its link is loaded again when the link is pressed.
  router.subscribe("onBeforeNavigate", () => void resetFailedChunks());
  return router;
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface StaticDataRouteOption {
    /** The screen's name, for the page title. */
    screen?: string;
  }
}
