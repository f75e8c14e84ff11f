import { createRoute, redirect } from "@tanstack/react-router";
import { activityRoute } from "./activity";
import { configRoute } from "./config";
import { contentRoute } from "./content";
import { authCallbackRoute, loginRoute } from "./login";
import { performanceRoute } from "./performance";
import { publishingRoute } from "./publishing";
import { rootRoute } from "./root";
import { shellRoute } from "./shell";

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/dashboard", replace: true });
  },
});

const shellHomeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/",
  beforeLoad: ({ search }) => {
    throw redirect({ to: "/dashboard/content", search, replace: true });
  },
});

/** The map of the console. */
export const routeTree = rootRoute.addChildren([
  homeRoute,
  loginRoute,
  authCallbackRoute,
  shellRoute.addChildren([
    shellHomeRoute,
    contentRoute,
    performanceRoute,
    publishingRoute,
    configRoute,
    activityRoute,
  ]),
]);
