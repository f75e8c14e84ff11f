import { createRoute } from "@tanstack/react-router";
import { LoginScreen } from "@/features/auth";
import { z } from "@/shared/config/zod";
import { rootRoute } from "./root";

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "login",
  validateSearch: z.object({
    error: z.catch(z.optional(z.literal("unauthorized")), undefined),
  }),
  staticData: { screen: "Admin Login" },
  component: function Login() {
    const { error } = loginRoute.useSearch();
    return <LoginScreen isDenied={error === "unauthorized"} />;
  },
});
