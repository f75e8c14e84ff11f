import { CircleStop, RotateCcw, RotateCw } from "lucide-react";
import { useState } from "react";
import { heldText, nameRetry, sayEnds, tallyEnds } from "@/shared/query/batch-ends";
import { sayFailure } from "@/shared/query/outcome";
import { type Batch, useBatch, wasDone } from "@/shared/query/use-batch";
import { Button } from "@/shared/ui/button";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";
import { Progress } from "@/shared/ui/progress";
import { mayBeLive, mustChange } from "../failed-groups";
import { retryFailure, useRetryOneOfMany } from "../mutations";
import type { ScheduledPost } from "../schema";
import styles from "./retry-all.module.css";

/** Retries all posts that can succeed as they are, three at a time. */
export function RetryAll({ posts }: { posts: readonly ScheduledPost[] }) {
  const { retryOne, reload } = useRetryOneOfMany();
  const { batch, run, stop, dismiss } = useBatch<ScheduledPost>();
  const [isAsking, setAsking] = useState(false);
  const live = posts.filter(mayBeLive).length;
  const safe = posts.filter((post) => !mayBeLive(post) && !mustChange(post));
  const left = posts.length - safe.length;
  const refused = left - live;

  async function retry(all: readonly ScheduledPost[]) {
    setAsking(false);
    await run(all, ({ id }) => retryOne(id));
    reload();
  }

  if (batch) {
    return (
      <RetryProgress
        batch={batch}
        onStop={stop}
        onRetry={(failed) => void retry(failed)}
        onClose={dismiss}
      />
    );
  }
  if (safe.length < 2) return null;
  return (
    <div className={styles.retryAll}>
      <span className={`${styles.barWords} meta`}>
        {left === 0 ? `${safe.length} posts` : `${safe.length} of ${posts.length} posts`} can be
        sent again at once.
      </span>
      <Button size="sm" icon={<RotateCcw />} onClick={() => setAsking(true)}>
        Retry all
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Retry ${safe.length} failed posts?`}
        confirm="Retry all"
        icon={<RotateCcw />}
        tone="primary"
        onConfirm={() => void retry(safe)}
      >
        <p>
          {safe.length} posts are due at once and go out to the world.
          {live > 0 &&
            ` ${live === 1 ? "1 may already be live and is" : `${live} may already be live and are`} left out.`}
          {refused > 0 &&
            ` ${refused === 1 ? "1 must be changed first and is" : `${refused} must be changed first and are`} left out.`}
        </p>
      </ConfirmDialog>
    </div>
  );
}

type RetryProgressProps = {
  batch: Batch<ScheduledPost>;
  onStop: () => void;
  onRetry: (notDone: readonly ScheduledPost[]) => void;
  onClose: () => void;
};

/** Shows the progress and, at the end, the posts that failed or whose outcome is unknown. */
function RetryProgress({ batch, onStop, onRetry, onClose }: RetryProgressProps) {
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
