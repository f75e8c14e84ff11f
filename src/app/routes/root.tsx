import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  Outlet,
  useMatches,
  useRouterState,
} from "@tanstack/react-router";
import { useEffect } from "react";
import { Toaster } from "@/shared/ui/toast/toaster";
import { NotFound } from "./route-fallbacks";

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

const product = "Social Publishing Dashboard";

/** Names the current screen in the title of the browser's tab. */
function PageTitle() {
  const screen = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.screen)?.staticData.screen,
  });
  useEffect(() => {
    document.title = screen ? `${screen} · ${product}` : product;
  }, [screen]);
  return null;
}
