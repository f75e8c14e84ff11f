import { RotateCw, ServerOff, WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { connection } from "@/shared/api/connection";
import { apiHost } from "@/shared/config/env";
import { formatTime } from "@/shared/format/time";
import { session } from "@/shared/session/session";
import { Button } from "@/shared/ui/button/button";
import { ReloadQuestion } from "../reload-question";
import styles from "./notices.module.css";

/** Returns the notice about the connection to the server; undefined while all is well. */
export function useConnectionNotice() {
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  const { isLost, isPage, lastHeard } = useSyncExternalStore(connection.subscribe, connection.read);
  if (!isOnline) {
    return {
      text: "You are offline. Showing the last data received.",
      Icon: WifiOff,
      isSignIn: false,
    };
  }
  if (!isLost) return undefined;
  const since = lastHeard ? formatTime(lastHeard).slice(0, 5) : "before";
  return {
    text: `Cannot reach the server. Last data from ${since}.`,
    Icon: ServerOff,
    isSignIn: isPage,
  };
}

/** A reload asks the console's own host, so it signs in to no other. */
const canReload = apiHost === "";

/** The only full-width band. It stays in view however far the page is scrolled. */
export function ConnectionNotice({ notice }: { notice: ReturnType<typeof useConnectionNotice> }) {
  return (
    <div role="status" className={styles.notices}>
      {notice && (
        <div className={styles.banner} data-long={notice.isSignIn || undefined}>
          <notice.Icon aria-hidden />
          <p>
            {notice.text}
            {notice.isSignIn && " A sign-in page seems to answer in its place"}
            {notice.isSignIn && (canReload ? ": reloading this page may sign you in." : ".")}
          </p>
          {notice.isSignIn && canReload && (
            <Button size="sm" icon={<RotateCw />} onClick={session.reloadToSignIn}>
              Reload
            </Button>
          )}
        </div>
      )}
      {notice?.isSignIn && canReload && <ReloadQuestion />}
    </div>
  );
}

function subscribeOnline(listener: () => void) {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
