import { endpoint } from "@/shared/api/endpoint";

/** The spec has no calls here: without them a logout only forgets the token. */
export const authApi = {
  logout: endpoint.post("auth/logout", {
    summary: "Ends this session.",
    capability: "logout",
    sample: {},
  }),
  endAllSessions: endpoint.post("auth/end-all-sessions", {
    summary: "Ends all sessions of this user.",
    capability: "end-all-sessions",
    sample: {},
  }),
};
