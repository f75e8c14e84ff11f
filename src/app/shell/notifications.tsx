import { CatchBoundary } from "@tanstack/react-router";
import {
  type ComponentProps,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { resetFailedChunks } from "@/shared/lazy/failed-chunks";
import { firstScreenSettled } from "@/shared/lazy/first-screen";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { useRetrySignal } from "@/shared/query/retry-signal";
import { UnthrottledSuspense } from "@/shared/query/unthrottled-suspense";
import { toasts } from "@/shared/toast/toast";

const Toaster = lazyWithPreload(() =>
  import("@/shared/ui/toast/toaster").then((toast) => toast.Toaster),
);

/**
 * The toasts. Their code is loaded with the first one, or once the first screen has settled. If it
 * cannot be loaded they wait, and the next toast loads it again.
 */
export function Notifications(props: ComponentProps<typeof Toaster>) {
  const newest = useSyncExternalStore(toasts.subscribe, () => toasts.read().at(-1)?.id);
  const retries = useRetrySignal();
  const [isNeeded, setNeeded] = useState(false);
  if (newest !== undefined && !isNeeded) setNeeded(true);
  useEffect(() => void firstScreenSettled.then(() => setNeeded(true)), []);
  return isNeeded ? (
    <CatchBoundary
      getResetKey={() => `${retries} ${newest}`}
      errorComponent={NoToasts}
      onCatch={() => void resetFailedChunks()}
    >
      <UnthrottledSuspense fallback={<NoToasts />}>
        <Toaster {...props} />
      </UnthrottledSuspense>
    </CatchBoundary>
  ) : (
    <NoToasts />
  );
}

/** The empty list, so that Alt+T works before the toaster's code has loaded. */
function NoToasts() {
  const list = useRef<HTMLOListElement>(null);
  // A layout effect: a key pressed before a passive effect would be lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey && event.code === "KeyT") list.current?.focus();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <section aria-label="Notifications (Alt+T)">
      <ol ref={list} tabIndex={-1} />
    </section>
  );
}
