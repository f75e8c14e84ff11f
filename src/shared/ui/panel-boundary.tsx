import { useQueryClient } from "@tanstack/react-query";
import { CatchBoundary, type ErrorComponentProps } from "@tanstack/react-router";
import { createContext, type ReactNode, use, useEffect } from "react";
import { reasonOf, SafeError } from "@/shared/api/errors";
import { formatTime } from "@/shared/format/time";
import { failureTextOf } from "@/shared/query/meta";
import { PanelReports, usePanelReports } from "@/shared/query/panel-reports";
import { Reveal } from "@/shared/query/reveal";
import { retryFailed, useRevivals } from "@/shared/query/revival";
import { CodeMissing, isPageOpening, loadMissing } from "./late";
import { isNarrow } from "./narrow";
import { FailedState, Notice, StaleStrip } from "./notice";
import { useAfterFrame } from "./use-after-frame";

type PanelBoundaryProps = {
  /** Skeletons in the shape of what comes, in a status that says so. */
  loading: ReactNode;
  /** What the panel shows: another value lets go of a failure to load the one before. */
  of?: string | undefined;
  /** Stays above the failure: the heading of what could not be loaded. */
  failedHead?: ReactNode;
  /** Below what a phone shows first: the first frame of the page there is for the rest. */
  isBelow?: boolean;
  /** Stands beside the failure where it is the server's, and not that of code that did not come. */
  failedRead?: ReactNode;
  children: ReactNode;
};

/**
 * Loading, failure, retry and age for everything below that reads from the server. Whatever goes
 * wrong inside costs this panel only.
 */
export function PanelBoundary({
  loading,
  of,
  failedHead,
  failedRead,
  isBelow = false,
  children,
}: PanelBoundaryProps) {
  const client = useQueryClient();
  const revivals = useRevivals();
  const isDrawn = useAfterFrame(true, !isBelow || !isPageOpening() || !isNarrow());
  const { panel, stale, unreadable } = usePanelReports();
  return (
    <PanelReports value={panel}>
      {stale.map(({ query, text, since, isBusy }) => (
        <StaleStrip
          key={query}
          text={text ?? ""}
          since={formatTime(since)}
          busy={isBusy}
          onRetry={() => retryFailed(client)}
        />
      ))}
      {unreadable > 0 && (
        <Notice tone="warning">
          {unreadable === 1
            ? "1 record could not be read."
            : `${unreadable} records could not be read.`}
        </Notice>
      )}
      <Beside value={{ failedHead, failedRead }}>
        <CatchBoundary getResetKey={() => `${revivals} ${of}`} errorComponent={PanelFailure}>
          <Reveal fallback={loading}>{isDrawn ? children : loading}</Reveal>
        </CatchBoundary>
      </Beside>
    </PanelReports>
  );
}

const Beside = createContext<Pick<PanelBoundaryProps, "failedHead" | "failedRead">>({});

/** Defined once: an inline component would remount on every render, and take the focus from its button. */
function PanelFailure({ error }: ErrorComponentProps) {
  const client = useQueryClient();
  const { failedHead, failedRead } = use(Beside);
  useEffect(
    () => () => {
      // Otherwise a panel that is opened later shows this failure without asking.
      void client.resetQueries({
        predicate: ({ state }) => state.error === error && state.data === undefined,
      });
    },
    [client, error],
  );
  return (
    <>
      {failedHead}
      {error instanceof CodeMissing ? (
        <FailedState
          text="This part could not be loaded."
          detail="The server cannot be reached, or has a newer version: then reload the page."
          onRetry={() => void loadMissing().then(() => retryFailed(client))}
        />
      ) : (
        <>
          {failedRead}
          <FailedState
            text={failureTextOf(error) ?? "This part could not be shown."}
            detail={reasonOf(error)}
            onRetry={() => {
              // An id that no address can hold came with another query's answer.
              if (error instanceof SafeError && error.kind === "unsafe") {
                void client.invalidateQueries();
              }
              retryFailed(client);
            }}
          />
        </>
      )}
    </>
  );
}
