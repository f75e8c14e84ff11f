import { CircleStop, RotateCw } from "lucide-react";
import { sayFailure } from "@/shared/query/outcome";
import { type Batch, wasDone } from "@/shared/query/use-batch";
import { Button } from "@/shared/ui/button";
import { Progress } from "@/shared/ui/progress";
import { retryFailure } from "../mutations";
import type { ScheduledPost } from "../schema";
import styles from "./scheduler.module.css";

type RetryProgressProps = {
  batch: Batch<ScheduledPost>;
  onStop: () => void;
  onRetry: (failed: readonly ScheduledPost[]) => void;
  onClose: () => void;
};

/** How far it is, and at the end what was not taken. */
export function RetryProgress({ batch, onStop, onRetry, onClose }: RetryProgressProps) {
  const { items, results, isRunning } = batch;
  const failed = results.filter(({ outcome }) => !wasDone(outcome));
  if (isRunning) {
    return (
      <fieldset className={styles.retryAll} aria-label="Retrying">
        <span className={styles.barWords}>
          Retrying {results.length} of {items.length}
        </span>
        <Progress
          label={`Retrying ${items.length} posts`}
          value={results.length}
          max={items.length}
        />
        <Button size="sm" icon={<CircleStop />} onClick={onStop}>
          Stop
        </Button>
      </fieldset>
    );
  }
  const left = items.length - results.length;
  return (
    <fieldset className={styles.retryAll} aria-label="Result">
      <span className={styles.barWords} role="status">
        {results.length - failed.length} queued again
        {failed.length > 0 && `, ${failed.length} failed`}
        {left > 0 && `, ${left} not sent`}.
      </span>
      {failed.length > 0 && (
        <Button size="sm" icon={<RotateCw />} onClick={() => onRetry(failed.map((it) => it.item))}>
          Retry the failed
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={onClose}>
        Close
      </Button>
      {failed.length > 0 && (
        <ul className={styles.retryLines}>
          {failed.map(({ item, outcome }) => (
            <li key={item.id}>
              #{item.id} {"error" in outcome && sayFailure(retryFailure, outcome.error)}
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
