import { endpoint } from "@/shared/api/endpoint";

/** The spec has no calls here: without them a logout only forgets the token. */
export const authApi = {
  logout: endpoint.post("auth/logout", {
    capability: "logout",
  }),
  endAllSessions: endpoint.post("auth/end-all-sessions", {
    capability: "end-all-sessions",
  }),
};
