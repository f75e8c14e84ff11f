import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, Outlet, useRouterState } from "@tanstack/react-router";
import { Toaster } from "@/shared/ui/toaster";
import { PageTitle } from "../shell/page-title";

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
});

function Root() {
  const isInShell = useRouterState({
    select: ({ location }) => location.pathname.startsWith("/dashboard"),
  });
  return (
    <>
      <PageTitle />
      <Outlet />
      <Toaster
        placement={isInShell ? "bottom-right" : "top-right"}
        duration={isInShell ? 3000 : 5000}
      />
    </>
  );
}
