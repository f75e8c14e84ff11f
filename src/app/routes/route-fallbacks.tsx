import { useQueryClient } from "@tanstack/react-query";
import { type ErrorComponentProps, Link } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { connection } from "@/shared/api/connection";
import { ChunkLoadError, isPageThere, retryFailedChunks } from "@/shared/lazy/failed-chunks";
import { retryFailed, useRetrySignal } from "@/shared/query/retry-signal";
import { builds } from "@/shared/session/preferences";
import { drafts } from "@/shared/session/session";
import { buttonProps } from "@/shared/ui/button/button";
import { EmptyState, FailedState } from "@/shared/ui/panel/notice";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";

/** Replaces a screen whose code did not load or threw an error; the shell around it stays. */
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

  // Announced to everything that failed, this screen included.
  const retry = () => retryFailed(client);
  if (!(error instanceof ChunkLoadError)) {
    return <FailedState text="This page could not be shown." busy={isBusy} onRetry={retry} />;
  }
  return <MissingScreen busy={isBusy} onRetry={retry} />;
}

/** The pause between two checks for the page, in milliseconds. */
const firstPause = 2_000;
const longestPause = 25_000;

/** Asks the server first: only its answer shows why the code did not load. */
function MissingScreen({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  const [answers, setAnswers] = useState<boolean>();
  const comeBack = useEffectEvent(onRetry);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isGone = false;
    // The API's health check does not replace this: the API may answer while the page's own host
    // does not.
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
  if (answers) return <NewVersion onGone={onRetry} />;
  return (
    <FailedState
      text="This page could not be loaded."
      detail="The server cannot be reached. The page loads once it can."
      busy={busy}
      onRetry={onRetry}
    />
  );
}

/** Identifies the build: the bundler names each of its files after its contents. */
const build = import.meta.url;

/**
 * The server has another build than this tab. If there is no draft and nothing is being sent, the
 * tab reloads automatically, but only once: a page that stays missing would reload for ever.
 */
function NewVersion({ onGone }: { onGone: () => void }) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    if (builds.hasLeft(build) || drafts.any() || client.isMutating() > 0) return;
    builds.leave(build);
    window.location.reload();
  }, [client]);

  async function reload() {
    setBusy(true);
    // The network may have changed since the notice appeared.
    if (await isPageThere()) window.location.reload();
    else onGone();
    setBusy(false);
  }

  const kept = drafts.any() ? " What you typed is kept." : "";
  return (
    <FailedState
      text="New version available. Reload"
      detail={`The server has a newer version of this page.${kept}`}
      retry="Reload"
      busy={isBusy}
      onRetry={() => void reload()}
    />
  );
}

/** Shown while a screen's code loads, so that nobody goes on working on the screen they have left. */
export function PagePending() {
  return (
    <Loading label="Loading page">
      <Skeleton width={180} height={28} />
      <Skeleton height={240} radius={10} />
    </Loading>
  );
}

export const NotFound = () => (
  <>
    <span className="visually-hidden">
      <h1>Page not found</h1>
    </span>
    <EmptyState
      icon={<Compass />}
      title="Page not found."
      hint="Check the address. It may be from another version of this console."
      action={
        <Link to="/dashboard/content" {...buttonProps({ variant: "primary" })}>
          Go to the Content Library
        </Link>
      }
    />
  </>
);
