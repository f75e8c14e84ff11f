import { useRouter } from "@tanstack/react-router";
import { LogIn } from "lucide-react";
import { useSyncExternalStore } from "react";
import { signInAddress } from "@/features/auth";
import { session } from "@/shared/session/session";
import { LinkButton } from "@/shared/ui/button";
import { Dialog } from "@/shared/ui/dialog";

/**
 * The server no longer knows the session. The page stays as it is; signing in, here or in another
 * tab, closes this and goes on from the same place.
 */
export function SessionDialog() {
  const router = useRouter();
  const state = useSyncExternalStore(session.subscribe, session.state);
  return (
    <Dialog
      open={state === "expired"}
      // It is not to be closed: there is nothing behind it that could be done without a session.
      onOpenChange={() => {}}
      title="Session expired"
      description="What you typed is kept. After signing in you come back to this place."
      footer={
        <LinkButton
          variant="primary"
          icon={<LogIn />}
          href={signInAddress()}
          onClick={() => session.rememberPlace(router.state.location.href)}
        >
          Sign in again
        </LinkButton>
      }
    >
      Nothing is sent to the server until you sign in again. A password or key that was typed into a
      form is never written down, so it has to be typed once more.
    </Dialog>
  );
}
