import { CatchBoundary, type ErrorComponentProps } from "@tanstack/react-router";
import { createContext, type ReactNode, use, useEffect, useEffectEvent } from "react";
import { useRetrySignal } from "@/shared/query/retry-signal";
import { UnthrottledSuspense } from "@/shared/query/unthrottled-suspense";
import { toasts } from "@/shared/toast/toast";
import { ChunkLoadError, resetFailedChunks } from "./failed-chunks";

type LazyBoundaryProps = {
  /** The toast's title if the code cannot be loaded. */
  failure?: string | undefined;
  /** Shown while the code loads. */
  fallback?: ReactNode;
  /** Called after the toast: closes what could not be shown. */
  onFailed: () => void;
  children: ReactNode;
};

const Around = createContext<Pick<LazyBoundaryProps, "failure" | "onFailed">>({
  onFailed: () => {},
});

/** Around a lazy dialog or menu: if its code cannot be loaded, a toast says so and it is closed again. */
export function LazyBoundary({ fallback, children, ...around }: LazyBoundaryProps) {
  const retries = useRetrySignal();
  return (
    <Around value={around}>
      <CatchBoundary getResetKey={() => retries} errorComponent={FailedPart}>
        <UnthrottledSuspense fallback={fallback}>{children}</UnthrottledSuspense>
      </CatchBoundary>
    </Around>
  );
}

/** Defined once: an inline component would remount on every parent render and repeat the toast. */
function FailedPart({ error }: ErrorComponentProps) {
  const { failure = "This part of the console could not be loaded.", onFailed } = use(Around);
  const isMissing = error instanceof ChunkLoadError;
  const tell = useEffectEvent(() => {
    if (!isMissing) return;
    toasts.show({
      // One toast, however often it was pressed.
      id: `chunk: ${failure}`,
      kind: "error",
      title: failure,
      detail: "Reload the page when the server can be reached.",
    });
    onFailed();
  });
  useEffect(() => {
    tell();
    // The next press loads the code again.
    return () => void resetFailedChunks();
  }, []);
  if (!isMissing) throw error;
  return null;
}
