import { CatchBoundary } from "@tanstack/react-router";
import { type ComponentProps, useState, useSyncExternalStore } from "react";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { useRetrySignal } from "@/shared/query/retry-signal";
import { UnthrottledSuspense } from "@/shared/query/unthrottled-suspense";
import { toasts } from "@/shared/toast/toast";

const Toaster = lazyWithPreload(
  () => import("@/shared/ui/toast/toaster").then((toast) => toast.Toaster),
  { preloadWhenSettled: true },
);

/** The toasts. If their code cannot be loaded, they wait, and the next toast loads it again. */
export function Notifications(props: ComponentProps<typeof Toaster>) {
  const newest = useSyncExternalStore(toasts.subscribe, () => toasts.read().at(-1)?.id);
  const retries = useRetrySignal();
  const [isNeeded, setNeeded] = useState(false);
  if (newest !== undefined && !isNeeded) setNeeded(true);
  return isNeeded ? (
    <CatchBoundary getResetKey={() => `${retries} ${newest}`} errorComponent={Nothing}>
      <UnthrottledSuspense fallback={null}>
        <Toaster {...props} />
      </UnthrottledSuspense>
    </CatchBoundary>
  ) : null;
}

const Nothing = () => null;
