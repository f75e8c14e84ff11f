import { createRoute, redirect, retainSearchParams } from "@tanstack/react-router";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { session } from "@/shared/session/session";
import { lazyLoader } from "./loaders/lazy-loader";
import { rootRoute } from "./root";
import { NotFound } from "./route-fallbacks";
import { anId, oneOf, searchOf } from "./search";

const search = searchOf({
  /** The active group: opaque, compared as text. */
  group: anId,
  /** The open dialog. The dialog of one screen means nothing on another. */
  dialog: oneOf(
    ["new-group", "new-item", "add-account", "add-category", "template", "product"],
    undefined,
  ),
});

export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "dashboard",
  validateSearch: search,
  search: { middlewares: [retainSearchParams(["group"])] },
  beforeLoad: ({ location }) => {
    if (session.state() !== "signed-out") return;
    session.rememberPlace(location.href);
    throw redirect({ to: "/login", replace: true });
  },
  loader: lazyLoader(() => import("./loaders/shell-loader")),
  component: lazyWithPreload(() => import("../shell/layout").then((shell) => shell.Layout)),
  // Without its own, the root's would replace the navigation too.
  notFoundComponent: NotFound,
});
