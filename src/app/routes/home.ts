import { createRoute, redirect } from "@tanstack/react-router";
import { rootRoute } from "./root";
import { shellRoute } from "./shell";

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/dashboard", replace: true });
  },
});

export const shellHomeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/",
  beforeLoad: ({ search }) => {
    throw redirect({ to: "/dashboard/content", search, replace: true });
  },
});
