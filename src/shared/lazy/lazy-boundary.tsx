import { CatchBoundary, type ErrorComponentProps } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
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

type LazyDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The toast's title if the code cannot be loaded. */
  failure?: string;
  children: ReactNode;
};

/** Mounts a lazy dialog when it first opens, and keeps it mounted for its closing animation. */
export function LazyDialog({ open, onOpenChange, failure, children }: LazyDialogProps) {
  const [wasOpened, setWasOpened] = useState(open);
  if (open && !wasOpened) setWasOpened(true);
  function onFailed() {
    setWasOpened(false);
    onOpenChange(false);
  }
  return open || wasOpened ? (
    <LazyBoundary failure={failure} onFailed={onFailed}>
      {children}
    </LazyBoundary>
  ) : null;
}

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
