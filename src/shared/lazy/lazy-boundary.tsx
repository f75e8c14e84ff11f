import { CatchBoundary, type ErrorComponentProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useRetrySignal } from "@/shared/query/retry-signal";
import { UnthrottledSuspense } from "@/shared/query/unthrottled-suspense";
import { toasts } from "@/shared/toast/toast";
import { ChunkLoadError, resetFailedChunks } from "./failed-chunks";

type LazyBoundaryProps = {
  /** The toast's title if the code cannot be loaded. */
  failure?: string | undefined;
  /** Shown while the code loads. */
  fallback?: ReactNode;
  /** Called after the toast: closes the part that could not be shown. */
  onFailed: () => void;
  children: ReactNode;
};

/** Around a lazy dialog or menu: if its code cannot be loaded, a toast says so and it is closed again. */
export function LazyBoundary({
  failure = "This part of the console could not be loaded.",
  fallback,
  onFailed,
  children,
}: LazyBoundaryProps) {
  const retries = useRetrySignal();
  function tell(error: unknown) {
    if (!(error instanceof ChunkLoadError)) return;
    toasts.show({
      // One toast, however often it was pressed.
      id: `chunk: ${failure}`,
      kind: "error",
      title: failure,
      detail: "Reload the page once the server can be reached.",
    });
    // The next press loads the code again.
    resetFailedChunks();
    onFailed();
  }
  return (
    <CatchBoundary getResetKey={() => retries} errorComponent={NothingIfMissing} onCatch={tell}>
      <UnthrottledSuspense fallback={fallback}>{children}</UnthrottledSuspense>
    </CatchBoundary>
  );
}

function NothingIfMissing({ error }: ErrorComponentProps) {
  if (!(error instanceof ChunkLoadError)) throw error;
  return null;
}
