import { useSyncExternalStore } from "react";
import { session } from "@/shared/session/session";
import { late } from "@/shared/ui/late";
import { OnceOpen } from "@/shared/ui/once-open";

const SessionWindow = late(() => import("./session-window").then((code) => code.SessionWindow), {
  isFetchedAhead: true,
});

/** Asks to sign in again once the server no longer knows the session. */
export function SessionDialog() {
  const isExpired = useSyncExternalStore(session.subscribe, () => session.state() === "expired");
  return (
    <OnceOpen
      open={isExpired}
      closable={false}
      ifMissing="The session has expired, and the way to sign in again could not be loaded."
    >
      <SessionWindow />
    </OnceOpen>
  );
}
