import { useQueryClient } from "@tanstack/react-query";
import { CatchBoundary, type ErrorComponentProps } from "@tanstack/react-router";
import { createContext, type ReactNode, use, useEffect } from "react";
import { reasonOf, SafeError } from "@/shared/api/errors";
import { counted } from "@/shared/format/number";
import { formatTime } from "@/shared/format/time";
import { ChunkLoadError, retryFailedChunks } from "@/shared/lazy/failed-chunks";
import { failureTextOf } from "@/shared/query/meta";
import { PanelReports, UnreadableRecords, usePanelReports } from "@/shared/query/panel-reports";
import { retryFailed, useRetrySignal } from "@/shared/query/retry-signal";
import { UnthrottledSuspense } from "@/shared/query/unthrottled-suspense";
import { FailedState, StaleStrip, WarningStrip } from "./notice";

type PanelBoundaryProps = {
  /** Skeletons in the shape of the content, in a `Loading` status. */
  loading: ReactNode;
  /** Names the panel's content, such as an id: a new value resets the failure of the previous one. */
  resetKey?: string | undefined;
  /** Rendered above a failure: the heading of the part that could not be loaded. */
  failedHead?: ReactNode;
  /** Rendered beside a failed read, but not beside a chunk that could not be loaded. */
  failedRead?: ReactNode;
  /** The noun for a record where nothing around names it: 'group'. */
  record?: string;
  children: ReactNode;
};

/**
 * Handles loading, failure, retry and age for everything below that reads from the server. An error
 * inside affects this panel only.
 */
export function PanelBoundary({
  loading,
  resetKey,
  failedHead,
  failedRead,
  record = "record",
  children,
}: PanelBoundaryProps) {
  const client = useQueryClient();
  const retries = useRetrySignal();
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
        <WarningStrip>{counted(unreadable, record)} could not be read.</WarningStrip>
      )}
      <Beside value={{ failedHead, failedRead }}>
        <CatchBoundary getResetKey={() => `${retries} ${resetKey}`} errorComponent={PanelFailure}>
          <UnreadableRecords value={unreadable}>
            <UnthrottledSuspense fallback={loading}>{children}</UnthrottledSuspense>
          </UnreadableRecords>
        </CatchBoundary>
      </Beside>
    </PanelReports>
  );
}

type BesidePanelProps = {
  /** See PanelBoundary. */
  resetKey: string;
  loading: ReactNode;
  failed?: ReactNode;
  children: ReactNode;
};

/**
 * For content that a panel nearby reads too. That panel shows the failure, the data's age and the
 * retry.
 */
export function BesidePanel({ resetKey, loading, failed = null, children }: BesidePanelProps) {
  const retries = useRetrySignal();
  return (
    <PanelReports value={undefined}>
      <FailedBeside value={failed}>
        <CatchBoundary getResetKey={() => `${retries} ${resetKey}`} errorComponent={ShowFailed}>
          <UnthrottledSuspense fallback={loading}>{children}</UnthrottledSuspense>
        </CatchBoundary>
      </FailedBeside>
    </PanelReports>
  );
}

const FailedBeside = createContext<ReactNode>(null);
const ShowFailed = () => use(FailedBeside);

const Beside = createContext<Pick<PanelBoundaryProps, "failedHead" | "failedRead">>({});

/**
 * Shows the text that the failed query has as `meta.failure`: the query client of `app` has stored it for
 * the error, see `nameFailure` in shared/query/meta.ts.
 *
 * Defined once: an inline component would remount on every render, and take the focus from its button.
 */
function PanelFailure({ error }: ErrorComponentProps) {
  const client = useQueryClient();
  const { failedHead, failedRead } = use(Beside);
  useEffect(
    () => () => {
      // Otherwise a panel that is opened afterwards shows this failure without asking the server.
      void client.resetQueries({
        predicate: ({ state }) => state.error === error && state.data === undefined,
      });
    },
    [client, error],
  );
  return (
    <>
      {failedHead}
      {error instanceof ChunkLoadError ? (
        <FailedState
          text="This part could not be loaded."
          detail="The server cannot be reached, or was updated. Try reloading the page."
          onRetry={() => void retryFailedChunks().then(() => retryFailed(client))}
        />
      ) : (
        <>
          {failedRead}
          <FailedState
            text={failureTextOf(error) ?? "This part could not be shown."}
            detail={reasonOf(error)}
            onRetry={() => {
              // An id that no address can hold came with another query's answer: read those again.
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
