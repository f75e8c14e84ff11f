import { CatchBoundary } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { UnthrottledSuspense } from "@/shared/query/unthrottled-suspense";
import { resetFailedChunks } from "./failed-chunks";

type LazyPartProps = {
  /** Shown while the code loads. */
  fallback: ReactNode;
  /** Shown if the code cannot be loaded or throws; `onRetry` tries both again. */
  failed: (onRetry: () => void) => ReactNode;
  children: ReactNode;
};

/** Around a lazy part of a panel: its failure is shown in its place, and the rest of the panel stays. */
export function LazyPart({ fallback, failed, children }: LazyPartProps) {
  return (
    <CatchBoundary
      getResetKey={() => 0}
      errorComponent={({ reset }) =>
        failed(() => {
          resetFailedChunks();
          reset();
        })
      }
    >
      <UnthrottledSuspense fallback={fallback}>{children}</UnthrottledSuspense>
    </CatchBoundary>
  );
}
