import { createRoute } from "@tanstack/react-router";
import { LoginScreen } from "@/features/auth";
import { rootRoute } from "./root";
import { oneOf, searchOf } from "./search";

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "login",
  validateSearch: searchOf({
    error: oneOf(["unauthorized"], undefined),
  }),
  staticData: { screen: "Admin Login" },
  component: function Login() {
    const { error } = loginRoute.useSearch();
    return <LoginScreen isDenied={error === "unauthorized"} />;
  },
});
