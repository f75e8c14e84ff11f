import { createRoute, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { Authenticating, LoginScreen } from "@/features/auth";
import { session } from "@/shared/session/session";
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

export const authCallbackRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "auth/callback",
  staticData: { screen: "Authenticating" },
  component: function AuthCallback() {
    const router = useRouter();
    useEffect(() => {
      // Read once and replaced: neither the address bar nor the history keeps the token.
      const token = new URLSearchParams(router.state.location.searchStr).get("token");
      const isIn = token !== null && session.signIn(token);
      const href = isIn ? (session.takePlace() ?? "/dashboard") : "/login";
      void router.navigate({ href, replace: true });
    }, [router]);
    return <Authenticating />;
  },
});
