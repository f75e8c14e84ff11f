import { type ReactNode, Suspense, startTransition, useEffect, useReducer } from "react";

const listeners = new Set<() => void>();

/** Announced when a query has settled, or a lazy chunk has loaded or failed. */
export const arrivals = {
  announce() {
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

type UnthrottledSuspenseProps = { fallback: ReactNode; children: ReactNode };

/**
 * Suspense that replaces its fallback as soon as the content is ready. React itself holds a retry
 * back until 300 ms after the last fallback anywhere was shown (FALLBACK_THROTTLE_MS in react-dom),
 * so that an answer after 20 ms would be seen after 300. A render for a reason of its own is not held
 * back: while the fallback is shown, each arrival causes one.
 *
 * Delete this, and use Suspense, when React's throttle can be configured.
 */
export function UnthrottledSuspense({ fallback, children }: UnthrottledSuspenseProps) {
  const [, retry] = useReducer((retries: number) => retries + 1, 0);
  return (
    <Suspense
      fallback={
        <>
          <RetryOnArrival onArrival={retry} />
          {fallback}
        </>
      }
    >
      {children}
    </Suspense>
  );
}

/** Mounted for as long as the fallback is shown. */
function RetryOnArrival({ onArrival }: { onArrival: () => void }) {
  // A transition, so that a press in the meantime is handled first.
  useEffect(() => arrivals.subscribe(() => startTransition(onArrival)), [onArrival]);
  return null;
}
