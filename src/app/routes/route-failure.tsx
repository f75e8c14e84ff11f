import { useQueryClient } from "@tanstack/react-query";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { connection } from "@/shared/api/connection";
import { isPageThere } from "@/shared/api/own-page";
import { ChunkLoadError, retryFailedChunks } from "@/shared/lazy/failed-chunks";
import { retryFailed, useRetrySignal } from "@/shared/query/retry-signal";
import { builds } from "@/shared/session/preferences";
import { drafts } from "@/shared/session/session";
import { FailedState } from "@/shared/ui/notice";
import { PagePending } from "./page-pending";

/** In the place of a screen whose code did not come, or broke: the shell around it stands. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const client = useQueryClient();
  const retries = useRetrySignal();
  const failedAt = useRef(retries);
  const [isBusy, setBusy] = useState(false);

  const tryAgain = useCallback(async () => {
    setBusy(true);
    await retryFailedChunks();
    setBusy(false);
    reset();
  }, [reset]);

  useEffect(() => {
    if (retries === failedAt.current) return;
    failedAt.current = retries;
    void tryAgain();
  }, [retries, tryAgain]);

  // Announced to all that failed, this screen among them.
  const retry = () => retryFailed(client);
  if (!(error instanceof ChunkLoadError)) {
    return <FailedState text="This page could not be shown." busy={isBusy} onRetry={retry} />;
  }
  return <MissingScreen busy={isBusy} onRetry={retry} />;
}

/** In milliseconds between two questions for the page. */
const firstPause = 2_000;
const longestPause = 25_000;

/** Nobody knows why the code did not come before the server has been heard. */
function MissingScreen({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  const [answers, setAnswers] = useState<boolean>();
  const comeBack = useEffectEvent(onRetry);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isGone = false;
    // Not left to whoever asks the API how it is: that may answer where the page's own host does not.
    async function ask(pause: number, wasThere: boolean) {
      const isThere = await isPageThere();
      if (isGone) return;
      if (isThere && !wasThere) return comeBack();
      setAnswers(isThere);
      if (isThere) return;
      if (wasThere) connection.lost();
      timer = setTimeout(() => void ask(Math.min(2 * pause, longestPause), false), pause);
    }
    void ask(firstPause, true);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, []);

  if (answers === undefined) return <PagePending />;
  if (answers) return <NewVersion />;
  return (
    <FailedState
      text="This page could not be loaded."
      detail="The server cannot be reached. It comes by itself when that is over."
      busy={busy}
      onRetry={onRetry}
    />
  );
}

/** Which build this is: the bundler names each of its files after what is in it. */
const build = import.meta.url;

/**
 * The server has another build than this tab. Where nothing typed waits and nothing is being sent
 * the tab goes over to it by itself; but only once, or a page that stays missing would reload for ever.
 */
function NewVersion() {
  const client = useQueryClient();

  useEffect(() => {
    if (builds.hasLeft(build) || drafts.any() || client.isMutating() > 0) return;
    builds.leave(build);
    window.location.reload();
  }, [client]);

  const kept = drafts.any() ? " What you typed is kept." : "";
  return (
    <FailedState
      text="New version available. Reload"
      detail={`The server no longer has this page as it was.${kept}`}
      retry="Reload"
      onRetry={() => window.location.reload()}
    />
  );
}
