import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, Outlet, useRouterState } from "@tanstack/react-router";
import { Toaster } from "@/shared/ui/toast/toaster";
import { PageTitle } from "../shell/page-title";
import { NotFound } from "./not-found";

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: () => (
    <main>
      <NotFound />
    </main>
  ),
});

function Root() {
  const isInShell = useRouterState({
    select: ({ location }) => location.pathname.startsWith("/dashboard"),
  });
  return (
    <>
      <PageTitle />
      <Outlet />
      {isInShell ? (
        <Toaster placement="bottom-right" duration={3000} />
      ) : (
        <Toaster placement="top-right" duration={5000} />
      )}
    </>
  );
}
