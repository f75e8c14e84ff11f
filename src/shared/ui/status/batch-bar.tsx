import { CircleStop, RotateCw } from "lucide-react";
import type { MouseEventHandler, ReactNode } from "react";
import { nameRetry, sayEnds, tallyEnds } from "@/shared/query/batch-ends";
import { type Batch, type BatchResult, wasDone } from "@/shared/query/use-batch";
import { Button } from "../button/button";
import { takeLostFocus } from "../focus/focus";
import { BatchWait } from "./batch-wait";
import { Progress } from "./progress";
import styles from "./progress.module.css";

type BatchBarProps<T, Reply> = {
  batch: Batch<T, Reply>;
  /** 'Approving' while it runs, and 'approved' for what was done. */
  words: { readonly doing: string; readonly done: string };
  /** Names the progress: 'Approving 3 posts'. */
  label: string;
  /** Names the running bar, if its progress does not. */
  name?: string;
  /** Said after the counts at the end. */
  note?: string | false;
  /** The bar's place on its screen, and the looks of its list of results. */
  className: string | undefined;
  /** True for a bar that stays in view at the bottom of the screen. */
  isAtBottom?: boolean;
  onStop: () => void;
  onRetry: (notDone: readonly T[]) => void;
  onClose: MouseEventHandler<HTMLButtonElement>;
  /** Renders the results, of which each is an `li`; undefined if there is nothing to list. */
  children: (results: readonly BatchResult<T, Reply>[]) => ReactNode;
};

/** Shows a batch's progress and, at the end, how many were done and what became of the others. */
export function BatchBar<T, Reply>({
  batch: { items, results, isRunning, waitUntil },
  words,
  label,
  name = label,
  note,
  className,
  isAtBottom,
  onStop,
  onRetry,
  onClose,
  children,
}: BatchBarProps<T, Reply>) {
  if (isRunning) {
    return (
      <fieldset
        className={`${styles.line} ${className}`}
        data-at-bottom={isAtBottom}
        aria-label={name}
      >
        <span className={styles.words} tabIndex={-1} ref={takeLostFocus}>
          {words.doing} {results.length} of {items.length}
        </span>
        <span className={styles.share}>
          <Progress label={label} value={results.length} max={items.length} />
        </span>
        <BatchWait until={waitUntil} />
        <Button size="sm" icon={<CircleStop />} onClick={onStop}>
          Stop
        </Button>
      </fieldset>
    );
  }
  const ends = tallyEnds(results);
  const retry = nameRetry(ends);
  const notDone = results.filter(({ outcome }) => !wasDone(outcome)).map(({ item }) => item);
  const lines = children(results);
  return (
    <fieldset className={className} data-at-bottom={isAtBottom} aria-label="Result">
      <div className={styles.line}>
        <span className={styles.words} role="status" tabIndex={-1} ref={takeLostFocus}>
          {sayEnds(words.done, ends, items.length - results.length)}
          {note}
        </span>
        <span className={styles.buttons}>
          {retry && (
            <Button size="sm" icon={<RotateCw />} onClick={() => onRetry(notDone)}>
              {retry}
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={onClose}>
            Close
          </Button>
        </span>
      </div>
      {lines && <BatchLines>{lines}</BatchLines>}
    </fieldset>
  );
}

export const BatchLines = ({ children }: { children: ReactNode }) => (
  <ul className={styles.lines}>{children}</ul>
);
