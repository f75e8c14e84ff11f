import { createRoute, redirect, retainSearchParams } from "@tanstack/react-router";
import { idSchema } from "@/shared/api/id";
import { z } from "@/shared/config/zod";
import { session } from "@/shared/session/session";
import { late } from "@/shared/ui/late";
import { readFirst } from "../read-first";
import { rootRoute } from "./root";

export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "dashboard",
  validateSearch: z.object({
    /** The active group: opaque, compared as text. */
    group: z.catch(z.optional(idSchema), undefined),
    /** The dialog that is open, where it needs no record: that of a screen is nothing on another. */
    dialog: z.catch(z.optional(z.enum(["new-group", "new-item"])), undefined),
  }),
  search: { middlewares: [retainSearchParams(["group"])] },
  beforeLoad: ({ location }) => {
    if (session.state() !== "signed-out") return;
    session.rememberPlace(location.href);
    throw redirect({ to: "/login", replace: true });
  },
  loader: ({ context: { queryClient } }) =>
    readFirst(
      () => import("../first-reads/shell"),
      ({ readGroups }) => readGroups(queryClient),
    ),
  component: late(() => import("../first-reads/shell").then(({ Layout }) => Layout)),
});
