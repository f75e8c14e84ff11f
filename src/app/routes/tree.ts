import { activityRoute } from "./activity";
import { configRoute } from "./config";
import { contentRoute } from "./content";
import { homeRoute, shellHomeRoute } from "./home";
import { authCallbackRoute, loginRoute } from "./login";
import { performanceRoute } from "./performance";
import { publishingRoute } from "./publishing";
import { rootRoute } from "./root";
import { shellRoute } from "./shell";

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
