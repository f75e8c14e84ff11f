import { RotateCw, ServerOff, WifiOff } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { connection } from "@/shared/api/connection";
import { apiHost } from "@/shared/config/env";
import { formatTime } from "@/shared/format/time";
import { session } from "@/shared/session/session";
import { Button } from "@/shared/ui/button/button";
import { Dialog } from "@/shared/ui/dialog/dialog";
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

/**
 * Offers the banner's 'Reload' over an open dialog, which keeps pointer and keyboard from the banner. Closing
 * the dialog instead would discard what is typed there. Asks once while it is mounted.
 */
function ReloadQuestion() {
  const isOverPage = useSyncExternalStore(subscribeDialogs, isDialogOpen);
  const [isDeclined, setDeclined] = useState(false);
  return (
    <Dialog
      // Its own dialog counts too: it stays open.
      open={isOverPage && !isDeclined}
      onOpenChange={(isOpen) => setDeclined(!isOpen)}
      title="Reload this page?"
      description="What you typed is kept, except passwords and keys."
      footer={
        <>
          <Button variant="ghost" onClick={() => setDeclined(true)}>
            Not now
          </Button>
          <Button variant="primary" icon={<RotateCw />} onClick={session.reloadToSignIn}>
            Reload
          </Button>
        </>
      }
    >
      A sign-in page seems to answer in the server's place. Reloading this page may sign you in.
    </Dialog>
  );
}

const isDialogOpen = () => document.querySelector("body > .scrim") !== null;

function subscribeDialogs(listener: () => void) {
  const observer = new MutationObserver(listener);
  observer.observe(document.body, { childList: true });
  return () => observer.disconnect();
}
