import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import ky from "ky";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

/** Only the libraries that every screen needs: the console is measured against this page. */
const rootRoute = createRootRoute({ component: Outlet });
const page = createRoute({ getParentRoute: () => rootRoute, path: "login", component: Page });

function Page() {
  // So that Query and ky are in the bundle; nothing waits for the reply.
  const { isSuccess } = useQuery({
    queryKey: ["health"],
    queryFn: () => ky("/healthz", { retry: 0 }).json(),
  });
  return <h1>The baseline{isSuccess && ", healthy"}</h1>;
}

const router = createRouter({ routeTree: rootRoute.addChildren([page]) });
const root = document.querySelector("#root");
if (!root) throw new Error("The page has no element #root.");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
