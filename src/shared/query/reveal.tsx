import {
  createContext,
  type ReactNode,
  Suspense,
  startTransition,
  use,
  useLayoutEffect,
  useReducer,
  useState,
} from "react";

/** What a boundary waits for. */
class Arrivals {
  /** Draws what is below the boundary anew; there while the boundary is on the page. */
  drawAnew: (() => void) | undefined;
  /** What ended with the last arrival. */
  last: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #arrive = () => {};

  /** @returns what ends with the next arrival, whichever it is; the same one until then */
  awaiting(coming: Promise<unknown>) {
    coming.then(this.#end, this.#end);
    this.#next ??= new Promise((resolve) => {
      this.#arrive = resolve;
    });
    return this.#next;
  }

  readonly #end = () => {
    if (this.#next) this.last = this.#next;
    this.#next = undefined;
    this.#arrive();
    // A press in the meantime comes first, as with React's own tries.
    if (this.drawAnew) startTransition(this.drawAnew);
  };
}

const Awaited = createContext(new Arrivals());

type RevealProps = { fallback: ReactNode; children: ReactNode };

/**
 * Suspense that shows what it waited for when it is there. React holds it back until 300 ms after any
 * other fallback was shown, however far from it (FALLBACK_THROTTLE_MS of react-dom), but only where
 * it tries by itself: what is drawn anew for a reason of its own is shown at once.
 */
export function Reveal({ fallback, children }: RevealProps) {
  const [, drawAnew] = useReducer((times: number) => times + 1, 0);
  const [arrivals] = useState(() => new Arrivals());
  useLayoutEffect(() => {
    arrivals.drawAnew = drawAnew;
    return () => {
      arrivals.drawAnew = undefined;
    };
  }, [arrivals]);
  return (
    <Awaited value={arrivals}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Awaited>
  );
}

/**
 * Waits as what throws a promise does, for the Reveal around it. Two boundaries that wait for what is
 * thrown, and began to in two frames, React draws in turns for ever (react/react#37556); what is used
 * it lets lie until it comes.
 */
export function suspendFor(coming: Promise<unknown>): never {
  use(use(Awaited).awaiting(coming));
  // It came between two tries at the same drawing.
  throw coming;
}

/** A hook that throws what it waits for, under a Reveal. */
export function useRevealed<Options, Result>(
  useWaiting: (options: Options) => Result,
  options: Options,
): Result {
  const { last } = use(Awaited);
  let result: Result;
  try {
    // biome-ignore lint/correctness/useHookAtTopLevel: what throws here is drawn from its beginning again
    result = useWaiting(options);
  } catch (thrown) {
    if (thrown instanceof Promise) suspendFor(thrown);
    throw thrown;
  }
  // React goes on where it stopped, and looks for what it stopped at.
  if (last) use(last);
  return result;
}
