import { RotateCw } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { session } from "@/shared/session/session";
import { Button } from "@/shared/ui/button/button";
import { Dialog } from "@/shared/ui/dialog/dialog";

/**
 * Offers the banner's 'Reload' over an open dialog, which keeps pointer and keyboard from the banner. Closing
 * the dialog instead would discard what is typed there. Asks once while it is mounted.
 */
export function ReloadQuestion() {
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
