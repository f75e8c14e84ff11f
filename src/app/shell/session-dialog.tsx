import { useState, useSyncExternalStore } from "react";
import { session } from "@/shared/session/session";
import { LatePart, late } from "@/shared/ui/late";

const SessionWindow = late(() => import("./session-window").then((code) => code.SessionWindow), {
  isFetchedAhead: true,
});

/** Asks to sign in again once the server no longer knows the session. */
export function SessionDialog() {
  const isExpired = useSyncExternalStore(session.subscribe, () => session.state() === "expired");
  const [wasExpired, setWasExpired] = useState(isExpired);
  if (isExpired && !wasExpired) setWasExpired(true);
  return (
    wasExpired && (
      <LatePart failure="The session has expired, and the way to sign in again could not be loaded.">
        <SessionWindow />
      </LatePart>
    )
  );
}
