import type { QueryClient } from "@tanstack/react-query";
import type { RegisteredRouter, RouterHistory } from "@tanstack/react-router";
import { session } from "@/shared/session/session";
import { createQueryClient } from "./query-client";
import { createAppRouter } from "./router";

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
