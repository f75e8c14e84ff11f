import { call } from "@/shared/api/call";
import { session } from "@/shared/session/session";
import { authApi } from "./contract";

/**
 * Forgets the token in every tab, and ends its session on the server if that can be reached. Nothing
 * waits for the server: without it the operator is logged out here all the same.
 */
export function logOut() {
  // Before the token is forgotten: `call` reads it at once. It sends nothing to a backend that does not
  // announce this call.
  void call(authApi.logout, {}).catch(() => {});
  session.signOut();
}
