import { ServerOff, WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { connection } from "@/shared/api/connection";
import { formatTime } from "@/shared/format/time";
import styles from "./notices.module.css";

/** Returns the notice about the connection to the server; undefined while all is well. */
export function useConnectionNotice() {
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  const { isLost, lastHeard } = useSyncExternalStore(connection.subscribe, connection.read);
  if (!isOnline) return { text: "You are offline. Showing the last data received.", Icon: WifiOff };
  if (!isLost) return undefined;
  const since = lastHeard ? formatTime(lastHeard).slice(0, 5) : "before";
  return { text: `Cannot reach the server. Last data from ${since}.`, Icon: ServerOff };
}

/** The only full-width band. It stays in view however far the page is scrolled. */
export function ConnectionNotice({ notice }: { notice: ReturnType<typeof useConnectionNotice> }) {
  return (
    <div role="status" className={styles.notices}>
      {notice && (
        <p className={styles.banner}>
          <notice.Icon aria-hidden />
          {notice.text}
        </p>
      )}
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
