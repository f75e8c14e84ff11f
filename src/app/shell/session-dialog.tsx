import { useRouter } from "@tanstack/react-router";
import { LogIn } from "lucide-react";
import { useSyncExternalStore } from "react";
import { signInAddress } from "@/features/auth";
import { session } from "@/shared/session/session";
import { Button, LinkButton } from "@/shared/ui/button/button";
import { Dialog } from "@/shared/ui/dialog/dialog";

/**
 * Asks to sign in again once the server no longer accepts the session. The page stays as it is.
 * Signing in, here or in another tab, closes the dialog, and the work goes on from the same place.
 */
export function SessionDialog() {
  const router = useRouter();
  const state = useSyncExternalStore(session.subscribe, session.state);
  return (
    <Dialog
      open={state === "expired"}
      closable={false}
      onOpenChange={() => {}}
      title="Session expired"
      description="What you typed is kept. After signing in, you return here."
      footer={
        <>
          <Button variant="ghost" onClick={() => session.signOut()}>
            Logout
          </Button>
          <LinkButton
            data-begin=""
            variant="primary"
            icon={<LogIn />}
            href={signInAddress()}
            onClick={() => session.leaveToSignIn(router.state.location.href)}
          >
            Sign in again
          </LinkButton>
        </>
      }
    >
      Nothing is sent until you sign in again. Passwords and keys aren't stored, so you'll need to
      re-enter them.
    </Dialog>
  );
}
