import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, Outlet, useRouterState } from "@tanstack/react-router";
import { lazy, Suspense, useSyncExternalStore } from "react";
import { toasts } from "@/shared/toast/toast";
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

const Nothing = () => <></>;

/** Rarely is anything said where there is no shell, which has them with it. */
const Notifications = lazy(() =>
  import("../shell/notifications").then(
    (module) => ({ default: module.Notifications }),
    () => ({ default: Nothing }),
  ),
);

function Root() {
  const isInShell = useRouterState({
    select: ({ location }) => location.pathname.startsWith("/dashboard"),
  });
  const isAnythingSaid = useSyncExternalStore(toasts.subscribe, () => toasts.read().length > 0);
  return (
    <>
      <PageTitle />
      <Outlet />
      {!isInShell && isAnythingSaid && (
        <Suspense fallback={null}>
          <Notifications placement="top-right" duration={5000} />
        </Suspense>
      )}
    </>
  );
}
