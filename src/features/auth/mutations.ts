import { call } from "@/shared/api/call";
import { useCommand } from "@/shared/query/use-command";
import { session } from "@/shared/session/session";
import { authApi } from "./contract";

/** Ends the operator's sessions in all browsers. If that fails, this one goes on too. */
export function useEndAllSessions() {
  const { send } = useCommand(authApi.endAllSessions, {
    pending: "Ending all sessions…",
    failure: "Failed to end all sessions.",
  });
  return async () => {
    const { kind } = await send({});
    if (kind === "ok" || kind === "unreadable") session.signOut();
  };
}

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
