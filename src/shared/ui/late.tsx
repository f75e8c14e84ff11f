import { CatchBoundary, type ErrorComponentProps } from "@tanstack/react-router";
import {
  type ComponentType,
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
} from "react";
import { Reveal, suspendFor } from "@/shared/query/reveal";
import { revival, useRevivals } from "@/shared/query/revival";
import { toasts } from "@/shared/toast/toast";
import styles from "./dialog.module.css";
import { FailedState } from "./notice";

/** The code of a part did not come: there is no line to the server, or the server has a newer one. */
export class CodeMissing extends Error {
  constructor() {
    super("The code of this part could not be loaded.");
    this.name = "CodeMissing";
  }
}

/** Parts whose code did not come → how to have each ask for it afresh. */
const missing = new Set<() => Preload>();
type Preload = () => Promise<unknown>;

/** Has what could not be loaded asked for afresh, when it is shown next. */
export const forgetMissing = () => [...missing].map((forget) => forget());

// Before the boundaries, which then show it anew: a server that is back has it again.
revival.subscribe(() => void forgetMissing());

/** Asks again for all that could not be loaded; resolves when all have been answered. */
export const loadMissing = () =>
  Promise.allSettled(forgetMissing().map((preload) => preload())).then(() => {});

let announce: () => void;

/** When the first screen no longer needs the line for itself. */
export const quiet = new Promise<void>((resolve) => {
  announce = resolve;
});
export const announceQuiet = () => announce();

let isOpening = true;
void quiet.then(() => {
  isOpening = false;
});
/** Whether the first screen is still on its way. */
export const isPageOpening = () => isOpening;

let coming = 0;
/** Whether code is on its way. */
export const isCodeComing = () => coming > 0;

/** In milliseconds. */
const pause = 500;

/** A line that broke once is no missing file. Without a line, nobody need be asked again. */
async function patiently<T>(load: () => Promise<T>): Promise<T> {
  coming++;
  try {
    return await load();
  } catch (error) {
    if (!navigator.onLine) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return await load();
  } finally {
    coming--;
  }
}

type Options = {
  /** Fetched before it is asked for, because it must be there at once. */
  isFetchedAhead?: boolean;
  /** Below what is seen first: it leaves the line to that. */
  isBelow?: boolean;
};

/**
 * A component whose code comes when it is first shown. The router's own way to do this reloads the
 * whole page when the code does not come, which offline loses the console and all that it shows.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isFetchedAhead = false, isBelow = false }: Options = {},
) {
  let loading: Promise<void> | undefined;
  let loaded: ComponentType<Props> | undefined;
  let isMissing = false;

  /** Resolves when it is known whether the code comes. */
  function preload() {
    loading ??= (isBelow ? quiet.then(() => patiently(load)) : patiently(load)).then(
      (part) => {
        loaded = part;
      },
      () => {
        isMissing = true;
        missing.add(forget);
      },
    );
    return loading;
  }

  function forget() {
    if (isMissing) loading = undefined;
    isMissing = false;
    missing.delete(forget);
    return preload;
  }

  /** Resolves to whether the code is here. That it did not come says nothing of when it is shown, later. */
  async function fetchAhead() {
    forget();
    await preload();
    forget();
    return loaded !== undefined;
  }

  /**
   * Called as something is drawn: has that wait for the code too, so that it is shown whole. That the
   * code is missing is said where the part stands.
   */
  function awaitCode() {
    if (!loaded && !isMissing) throw preload();
  }

  // biome-ignore lint/correctness/noComponentHookFactories: one part for each call at a module's top
  function Part(props: Props) {
    if (isMissing) throw new CodeMissing();
    // React's own `lazy` can neither be asked ahead nor afresh.
    if (!loaded) return suspendFor(preload());
    const Loaded = loaded;
    return <Loaded {...props} />;
  }
  Part.preload = preload;
  Part.awaitCode = awaitCode;
  Part.fetchAhead = fetchAhead;
  if (isFetchedAhead) void quiet.then(fetchAhead);
  return Part;
}

type LatePartProps = {
  /** What is said where it is missing. */
  failure?: string | undefined;
  /** What is to be shown meanwhile, and while it is missing. */
  fallback?: ReactNode;
  /** A toast has said why the part is not shown. Without it the fallback stands, or a window that says so. */
  onMissing?: (() => void) | undefined;
  children: ReactNode;
};

const Around = createContext<Omit<LatePartProps, "children">>({});

/** Around a late part that stands for itself, such as a dialog: where its code is missing that is said. */
export function LatePart({ children, ...around }: LatePartProps) {
  const revivals = useRevivals();
  return (
    <Around value={around}>
      <CatchBoundary getResetKey={() => revivals} errorComponent={MissingPart}>
        <Reveal fallback={around.fallback}>{children}</Reveal>
      </CatchBoundary>
    </Around>
  );
}

/** One component for all, or each time that what is around it is drawn it would be another, and say it anew. */
function MissingPart({ error, reset }: ErrorComponentProps) {
  const { failure = missingPart, fallback, onMissing } = use(Around);
  const tell = useEffectEvent(() => {
    if (!onMissing) return;
    tellMissing(failure);
    onMissing();
  });
  useEffect(() => {
    tell();
    return () => void forgetMissing();
  }, []);
  if (!(error instanceof CodeMissing)) throw error;
  if (onMissing || fallback) return fallback;
  return (
    <div className={styles.scrim}>
      <div
        role="alertdialog"
        aria-label={failure}
        className={styles.dialog}
        tabIndex={-1}
        ref={focus}
      >
        <FailedState
          text={failure}
          detail={reload}
          onRetry={() => void loadMissing().then(reset)}
        />
      </div>
    </div>
  );
}

/** Once, however often it was pressed. */
export const tellMissing = (failure = missingPart) =>
  void toasts.show({ id: `missing: ${failure}`, kind: "error", title: failure, detail: reload });

const missingPart = "This part of the console could not be loaded.";
const reload = "Reload the page when the server can be reached.";
const focus = (window: HTMLElement | null) => window?.focus();
