import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, Outlet, useRouterState } from "@tanstack/react-router";
import { Toaster } from "@/shared/ui/toaster";
import { VisuallyHidden } from "@/shared/ui/visually-hidden";
import { PageTitle } from "../shell/page-title";
import { NotFound } from "./not-found";

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: () => (
    <main>
      <VisuallyHidden>
        <h1>Page not found</h1>
      </VisuallyHidden>
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
      <Toaster
        placement={isInShell ? "bottom-right" : "top-right"}
        duration={isInShell ? 3000 : 5000}
      />
    </>
  );
}
