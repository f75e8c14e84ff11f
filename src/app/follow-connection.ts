import type { QueryClient } from "@tanstack/react-query";
import { groupApi } from "@/entities/group";
import { call } from "@/shared/api/call";
import { connection } from "@/shared/api/connection";
import { SafeError } from "@/shared/api/errors";
import { healthApi } from "@/shared/api/health";
import { retrySignal } from "@/shared/query/retry-signal";
import { healthQueries } from "./shell/health";

/** Pauses between two health checks while the server is lost, in ms. */
const firstPause = 2_000;
const longestPause = 25_000;

/**
 * While the server is lost, asks whether it answers, with growing pauses, so that the screens do not all
 * poll it. When it answers again, retries what failed and refreshes what is shown.
 * @returns a function that stops it
 */
export function followConnection(client: QueryClient) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = firstPause;
  let wasLost = false;

  function onBack() {
    // Without this reset a query without data would throw its last error again, without asking the
    // server.
    void client.resetQueries({ predicate: ({ state }) => state.data === undefined });
    void client.invalidateQueries();
    retrySignal.announce();
  }

  // `connection` records the answers itself. A backend may have no health, and a proxy may not pass
  // `/healthz` on: any other answer counts then. That call stays out of the cache: its failure is no query's.
  const askOnce = () =>
    void call(healthApi.read, {})
      .catch((error: unknown) => {
        if (!client.getQueryData(healthQueries.read().queryKey)) return call(groupApi.list, {});
        // The backend has described itself before, so a page comes from something else.
        if (isPage(error)) connection.lost({ isPage: true });
        // Without any answer, an earlier page says nothing of the server any more.
        if (isUnanswered(error) && connection.read().isLost) connection.lost();
        throw error;
      })
      .catch(() => {});
  const ask = () => {
    clearTimeout(timer);
    askOnce();
    timer = setTimeout(ask, pause * (0.8 + Math.random() * 0.4));
    pause = Math.min(pause * 2, longestPause);
  };

  const stopListening = connection.subscribe(() => {
    const { isLost } = connection.read();
    if (isLost === wasLost) return;
    clearTimeout(timer);
    pause = firstPause;
    if (isLost) timer = setTimeout(ask, pause);
    else onBack();
    wasLost = isLost;
  });
  // After a lost call, another one tells a slow endpoint from a lost server.
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

const isPage = (error: unknown) =>
  error instanceof SafeError && (error.kind === "foreign" || error.kind === "redirected");

const isUnanswered = (error: unknown) => error instanceof SafeError && error.kind === "unreachable";
