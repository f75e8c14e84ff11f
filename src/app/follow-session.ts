import { lastReplies } from "@/shared/api/last-replies";
import { intents } from "@/shared/query/double-submit-guard";
import { retrySignal } from "@/shared/query/retry-signal";
import { followOtherTabs, session } from "@/shared/session/session";
import { toasts } from "@/shared/toast/toast";
import type { AppInstance } from "./create-app";

/**
 * Clears, resets or keeps the data on the screen when the session changes, in this tab or another.
 * @returns a function that stops it
 */
export function followSession({ queryClient, router }: AppInstance) {
  let token = session.token();

  const stops = [
    followOtherTabs(),
    session.subscribe((state) => {
      const before = token;
      // An expired session keeps its data on the screen behind the Session expired dialog.
      token = session.token() ?? (state === "expired" ? token : undefined);
      if (token !== before) lastReplies.forgetAll();
      if (state === "signed-out") {
        queryClient.clear();
        intents.forgetAll();
        toasts.clear();
        if (router.state.location.pathname.startsWith("/dashboard")) {
          void router.navigate({ to: "/login", replace: true });
        }
      } else if (token !== before) {
        // The new session may be another operator's: nothing that the old one read is shown in it.
        void queryClient.resetQueries();
        retrySignal.announce();
      }
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
