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
