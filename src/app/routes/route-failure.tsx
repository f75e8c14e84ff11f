import type { ErrorComponentProps } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState } from "react";
import { connection } from "@/shared/api/connection";
import { useRevivals } from "@/shared/query/revival";
import { FailedState } from "@/shared/ui/notice";
import { loadMissingScreens, ScreenMissing } from "./lazy-screen";

/** In the place of a screen whose code did not come, or broke: the shell around it stands. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const revivals = useRevivals();
  const failedAt = useRef(revivals);
  const [isBusy, setBusy] = useState(false);

  const tryAgain = useCallback(async () => {
    setBusy(true);
    await loadMissingScreens();
    setBusy(false);
    reset();
  }, [reset]);

  useEffect(() => {
    if (revivals === failedAt.current) return;
    failedAt.current = revivals;
    void tryAgain();
  }, [revivals, tryAgain]);

  if (!(error instanceof ScreenMissing)) {
    return (
      <FailedState
        text="This page could not be shown."
        busy={isBusy}
        onRetry={() => void tryAgain()}
      />
    );
  }
  if (!navigator.onLine || connection.read().isLost) {
    return (
      <FailedState
        text="This page could not be loaded."
        detail="The server cannot be reached. It comes by itself when that is over."
        busy={isBusy}
        onRetry={() => void tryAgain()}
      />
    );
  }
  return (
    <FailedState
      text="New version available. Reload"
      detail="The server no longer has this page as it was. What you typed is kept."
      retry="Reload"
      onRetry={() => window.location.reload()}
    />
  );
}
