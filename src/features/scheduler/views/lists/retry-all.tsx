import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { counted } from "@/shared/format/number";
import { heldText } from "@/shared/query/batch-ends";
import { sayFailure } from "@/shared/query/outcome";
import { type BatchResult, useBatch, wasDone } from "@/shared/query/use-batch";
import { Button } from "@/shared/ui/button/button";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";
import { focusAround } from "@/shared/ui/focus/focus";
import { BatchBar } from "@/shared/ui/status/batch-bar";
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
      <BatchBar
        batch={batch}
        words={{ doing: "Retrying", done: "queued again" }}
        label={`Retrying ${batch.items.length} posts`}
        name="Retrying"
        className={`${styles.bar} ${styles.batch}`}
        onStop={stop}
        onRetry={(notDone) => void retry(notDone)}
        onClose={({ currentTarget }) => {
          focusAround(currentTarget, "section");
          dismiss();
        }}
      >
        {(results) => {
          const notDone = results.filter(({ outcome }) => !wasDone(outcome));
          return notDone.length > 0 && notDone.map(sayNotDone);
        }}
      </BatchBar>
    );
  }
  if (safe.length < 2) return null;
  return (
    <div className={`${styles.bar} ${styles.offer}`}>
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

/** A post that failed or whose outcome is unknown. */
const sayNotDone = ({ item, outcome }: BatchResult<ScheduledPost>) => (
  <li key={item.id}>
    #{item.id} {"error" in outcome ? sayFailure(retryFailure, outcome.error) : heldText}
  </li>
);
