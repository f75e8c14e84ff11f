import { CircleStop, RotateCcw, RotateCw } from "lucide-react";
import { useState } from "react";
import { counted } from "@/shared/format/number";
import { heldText, nameRetry, sayEnds, tallyEnds } from "@/shared/query/batch-ends";
import { sayFailure } from "@/shared/query/outcome";
import { type Batch, useBatch, wasDone } from "@/shared/query/use-batch";
import { Button } from "@/shared/ui/button/button";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";
import { focusAround, takeLostFocus } from "@/shared/ui/focus/focus";
import { BatchWait } from "@/shared/ui/status/batch-wait";
import { Progress } from "@/shared/ui/status/progress";
import { mayBeLive, mustChange, mustReconnect } from "../../failed-groups";
import { retryFailure, useRetryOneOfMany } from "../../mutations";
import type { ScheduledPost } from "../../schema";
import styles from "./retry-all.module.css";

/**
 * Retries all posts that can succeed as they are, three at a time. If there are no two of them, also those
 * whose account does not work, and says so: the operator may know that it works by now.
 */
export function RetryAll({ posts }: { posts: readonly ScheduledPost[] }) {
  const { retryOne, reload } = useRetryOneOfMany();
  const { batch, run, stop, dismiss } = useBatch<ScheduledPost>();
  const [isAsking, setAsking] = useState(false);
  const live = posts.filter(mayBeLive).length;
  const others = posts.filter((post) => !mayBeLive(post));
  const unchanged = others.filter(mustChange).length;
  const ready = others.filter((post) => !mustChange(post));
  const working = ready.filter((post) => !mustReconnect(post));
  const broken = ready.length - working.length;
  const isHoping = working.length < 2 && broken > 0;
  const safe = isHoping ? ready : working;

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
        {isHoping ? (
          `${broken} of ${counted(posts.length, "post")} ${broken === 1 ? "uses an account that does" : "use accounts that do"} not work. Reconnect first.`
        ) : (
          <>
            {safe.length === posts.length ? "" : `${safe.length} of `}
            {posts.length} posts can be retried now.
          </>
        )}
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
          {safe.length} posts will be published now.
          {isHoping && ` ${broken} of them will fail again unless you have fixed their accounts.`}
          {sayLeftOut(live, "may already be live", "may already be live")}
          {sayLeftOut(unchanged, "must be changed first", "must be changed first")}
          {!isHoping &&
            sayLeftOut(
              broken,
              "uses an account that does not work",
              "use accounts that do not work",
            )}
        </p>
      </ConfirmDialog>
    </div>
  );
}

const sayLeftOut = (count: number, one: string, many: string) =>
  count > 0 && ` ${count} ${count === 1 ? `${one} and is` : `${many} and are`} left out.`;

type RetryProgressProps = {
  batch: Batch<ScheduledPost>;
  onStop: () => void;
  onRetry: (notDone: readonly ScheduledPost[]) => void;
  onClose: () => void;
};

/** Shows the progress and, at the end, the posts that failed or whose outcome is unknown. */
function RetryProgress({ batch, onStop, onRetry, onClose }: RetryProgressProps) {
  const { items, results, isRunning, waitUntil } = batch;
  const notDone = results.filter(({ outcome }) => !wasDone(outcome));
  if (isRunning) {
    return (
      <fieldset className={styles.retryAll} aria-label="Retrying">
        <span className={styles.barWords} tabIndex={-1} ref={takeLostFocus}>
          Retrying {results.length} of {items.length}
        </span>
        <Progress
          label={`Retrying ${items.length} posts`}
          value={results.length}
          max={items.length}
        />
        <BatchWait until={waitUntil} />
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
      <span className={styles.barWords} role="status" tabIndex={-1} ref={takeLostFocus}>
        {sayEnds("queued again", ends, items.length - results.length)}
      </span>
      {retry && (
        <Button size="sm" icon={<RotateCw />} onClick={() => onRetry(notDone.map((it) => it.item))}>
          {retry}
        </Button>
      )}
      <Button
        size="sm"
        variant="ghost"
        onClick={({ currentTarget }) => {
          focusAround(currentTarget, "section");
          onClose();
        }}
      >
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
