import type { QueryClient } from "@tanstack/react-query";
import { createRouter, type RouterHistory } from "@tanstack/react-router";
import { forgetMissing } from "@/shared/ui/late";
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
    defaultPendingMs: 200,
    defaultPendingMinMs: 300,
    scrollRestoration: true,
  });
  // What did not come when the pointer was over its link may well come now that it is pressed.
  router.subscribe("onBeforeNavigate", () => void forgetMissing());
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
