import { ServerOff, WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { connection } from "@/shared/api/connection";
import { formatTime } from "@/shared/format/time";
import styles from "./shell.module.css";

/** The one full-width band: there is no network, or nobody at its other end. */
export function ConnectionNotice() {
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  const { isLost, lastHeard } = useSyncExternalStore(connection.subscribe, connection.read);
  const text = !isOnline
    ? "You are offline. Showing the last data received."
    : isLost
      ? `Cannot reach the server. Last data from ${lastHeard ? formatTime(lastHeard).slice(0, 5) : "before"}.`
      : undefined;
  const Icon = isOnline ? ServerOff : WifiOff;
  return (
    <div role="status">
      {text && (
        <p className={styles.banner}>
          <Icon size={16} strokeWidth={1.75} aria-hidden />
          {text}
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
