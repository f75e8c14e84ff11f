import { connection } from "@/shared/api/connection";
import { headStart } from "@/shared/api/head-start";
import { lastReplies } from "@/shared/api/last-replies";
import { intents } from "@/shared/query/latch";
import { revival } from "@/shared/query/revival";
import { followOtherTabs, session } from "@/shared/session/session";
import { toasts } from "@/shared/toast/toast";
import type { Console } from "./console";
import { askHealth } from "./read-first";

/**
 * What happens outside any screen: another tab logs out or in, the server goes and comes back.
 * @returns how to stop
 */
export function followSession({ queryClient, router }: Console) {
  let token = session.token();

  /** Whose session the new one is nobody here can know: what the old one has read is not shown in it. */
  function readAnew() {
    void queryClient.resetQueries();
    revival.announce();
  }

  function tryAgain() {
    // What failed for want of a server starts afresh; what is on the screen is renewed.
    void queryClient.resetQueries({ predicate: ({ state }) => state.data === undefined });
    void queryClient.invalidateQueries();
    revival.announce();
  }

  const stops = [
    followOtherTabs(),
    session.subscribe((state) => {
      const before = token;
      // One that is refused is still the session under which everything here was read.
      token = session.token() ?? (state === "expired" ? token : undefined);
      if (token !== before) {
        lastReplies.forgetAll();
        headStart.drop();
      }
      if (state === "signed-out") {
        queryClient.clear();
        intents.forgetAll();
        toasts.clear();
        if (router.state.location.pathname.startsWith("/dashboard")) {
          void router.navigate({ to: "/login", replace: true });
        }
      } else if (token !== before) {
        readAnew();
      }
    }),
    followConnection(tryAgain),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

const firstPause = 2_000;
const longestPause = 25_000;

/** While the server is lost, one voice asks for it, ever more slowly, instead of every screen. */
function followConnection(onBack: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = firstPause;
  let wasLost = false;

  const askOnce = () => void askHealth().catch(() => {});
  const ask = () => {
    clearTimeout(timer);
    askOnce();
    timer = setTimeout(ask, pause * (0.8 + Math.random() * 0.4));
    pause = Math.min(pause * 2, longestPause);
  };

  const stopListening = connection.subscribe(() => {
    const { isLost } = connection.read();
    clearTimeout(timer);
    pause = firstPause;
    if (isLost) timer = setTimeout(ask, pause);
    else if (wasLost) onBack();
    wasLost = isLost;
  });
  // A server that only is slow with one thing says so at once, and nothing more comes of it.
  const stopDoubting = connection.onDoubt(askOnce);
  const onOnline = () => {
    if (connection.read().isLost) ask();
    else onBack();
  };
  window.addEventListener("online", onOnline);

  return () => {
    clearTimeout(timer);
    stopListening();
    stopDoubting();
    window.removeEventListener("online", onOnline);
  };
}
