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

/** The libraries that no screen can do without and nothing else: what the console is measured against. */
const rootRoute = createRootRoute({ component: Outlet });
const page = createRoute({ getParentRoute: () => rootRoute, path: "login", component: Page });

function Page() {
  // Asked for, so that a browser gets what asks; nothing waits for the answer.
  const { isSuccess } = useQuery({
    queryKey: ["health"],
    queryFn: () => ky("/healthz", { retry: 0 }).json(),
  });
  return <h1>The baseline{isSuccess && ", in good health"}</h1>;
}

const router = createRouter({ routeTree: rootRoute.addChildren([page]) });
const root = document.querySelector("#root");
if (!root) throw new Error("The page has no place for the baseline.");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
