import { endpoint } from "@/shared/api/endpoint";
import { lenient, lenientText } from "@/shared/api/reply/lenient";
import { z } from "@/shared/config/zod";

/** The operator who is signed in. */
const personSchema = z.object({
  name: lenientText,
  picture: lenient(z.nullable(z.string())),
});

/**
 * The spec has no calls here: without them a logout only forgets the token, and the header does not
 * say who is signed in.
 */
export const authApi = {
  me: endpoint.get("auth/me", {
    capability: "me",
    reply: personSchema,
  }),
  logout: endpoint.post("auth/logout", {
    capability: "logout",
  }),
  endAllSessions: endpoint.post("auth/end-all-sessions", {
    capability: "end-all-sessions",
  }),
};
