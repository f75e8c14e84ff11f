import { CircleStop, RotateCw } from "lucide-react";
import { heldText, nameRetry, sayEnds, tallyEnds } from "@/shared/query/batch-ends";
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
  onRetry: (notDone: readonly ScheduledPost[]) => void;
  onClose: () => void;
};

/** How far it is, and at the end what was not taken, or not surely. */
export function RetryProgress({ batch, onStop, onRetry, onClose }: RetryProgressProps) {
  const { items, results, isRunning } = batch;
  const notDone = results.filter(({ outcome }) => !wasDone(outcome));
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
  const ends = tallyEnds(results);
  const retry = nameRetry(ends);
  return (
    <fieldset className={styles.retryAll} aria-label="Result">
      <span className={styles.barWords} role="status">
        {sayEnds("queued again", ends, items.length - results.length)}
      </span>
      {retry && (
        <Button size="sm" icon={<RotateCw />} onClick={() => onRetry(notDone.map((it) => it.item))}>
          {retry}
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={onClose}>
        Close
      </Button>
      {notDone.length > 0 && (
        <ul className={styles.retryLines}>
          {notDone.map(({ item, outcome }) => (
            <li key={item.id}>
              #{item.id} {"error" in outcome ? sayFailure(retryFailure, outcome.error) : heldText}
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
