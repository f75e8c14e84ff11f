import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createRouter,
  type RegisteredRouter,
  type RouterHistory,
  RouterProvider,
} from "@tanstack/react-router";
import { resetFailedChunks } from "@/shared/lazy/failed-chunks";
import { session } from "@/shared/session/session";
import { createQueryClient } from "./query-client";
import { NotFound, PagePending, RouteFailure } from "./routes/route-fallbacks";
import { routeTree } from "./routes/tree";

function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
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

/** A query client and a router that use each other: one pair for the page, one for each test. */
export type AppInstance = {
  queryClient: QueryClient;
  router: RegisteredRouter;
};

export function createApp(history?: RouterHistory): AppInstance {
  const queryClient = createQueryClient({
    onSessionOver: () => {
      const { pathname, href } = router.state.location;
      if (!pathname.startsWith("/dashboard")) return;
      session.rememberPlace(href);
      void router.navigate({ to: "/login", replace: true });
    },
  });
  const router = createAppRouter(queryClient, history);
  return { queryClient, router };
}

export function App({ queryClient, router }: AppInstance) {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
