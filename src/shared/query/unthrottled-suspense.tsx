import { type ReactNode, Suspense, startTransition, useEffect, useReducer, useState } from "react";
import { createListeners } from "@/shared/store/listeners";

const listeners = createListeners();
let count = 0;

/** Announced when a query that a panel waits for has settled, or a lazy chunk has loaded or failed. */
export const arrivals = {
  announce() {
    count += 1;
    listeners.announce();
  },
  subscribe: listeners.subscribe,
};

type UnthrottledSuspenseProps = { fallback: ReactNode; children: ReactNode };

/**
 * Suspense that replaces its fallback as soon as the content is ready. React itself holds a retry
 * back until 300 ms after the last fallback anywhere was shown (FALLBACK_THROTTLE_MS in react-dom),
 * so that an answer after 20 ms would be seen after 300. React does not hold back a render that has
 * another cause, so each arrival causes one while the fallback is shown.
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
  const [rendered] = useState(() => count);
  useEffect(() => {
    // A transition, so that a press in the meantime is handled first.
    const retry = () => startTransition(onArrival);
    // An arrival between the render and this effect would be missed.
    if (count !== rendered) retry();
    return arrivals.subscribe(retry);
  }, [onArrival, rendered]);
  return null;
}
