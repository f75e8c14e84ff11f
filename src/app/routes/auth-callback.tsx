import { createRoute, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { Authenticating } from "@/features/auth";
import { session } from "@/shared/session/session";
import { rootRoute } from "./root";

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
