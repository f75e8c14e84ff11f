import { CircleCheck, RotateCcw } from "lucide-react";
import { useState } from "react";
import { sameId } from "@/shared/api/id";
import { usePending } from "@/shared/query/use-command";
import { useRead } from "@/shared/query/use-read";
import { Time } from "@/shared/time/time";
import { Button } from "@/shared/ui/button/button";
import { Dialog, DialogBody } from "@/shared/ui/dialog/dialog";
import { EmptyState } from "@/shared/ui/panel/notice";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { FailureLine } from "@/shared/ui/status/failure-line";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { type FailedWork, failedWorkApi } from "../contract";
import { useRunFailedWorkAgain } from "../mutations";
import { failedWorkQueries } from "../queries";
import styles from "./failed-work.module.css";

type FailedWorkDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

export const FailedWorkDialog = ({ open, onOpenChange }: FailedWorkDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={onOpenChange}
    title="Failed background work"
    description="Work that failed several times. Finished steps are not repeated."
    size="lg"
  >
    <DialogBody>
      <PanelBoundary loading={<LoadingList />}>
        <FailedWorkList />
      </PanelBoundary>
    </DialogBody>
  </Dialog>
);

const LoadingList = () => (
  <Loading label="Loading failed work">
    <Skeleton height={64} radius={6} />
  </Loading>
);

function FailedWorkList() {
  const { items } = useRead(failedWorkQueries.list());
  const { send, failure } = useRunFailedWorkAgain();
  const pending = usePending(failedWorkApi.runAgain);
  const [queued, setQueued] = useState<string>();

  async function runAgain({ id, kind, about }: FailedWork) {
    setQueued(undefined);
    const outcome = await send({ params: { id } });
    if (outcome.kind === "ok" || outcome.kind === "unreadable") {
      setQueued(`${kind}: ${about} is queued again.`);
    }
  }
  return (
    <>
      {/* Screen readers do not reach a toast while the dialog is open. */}
      <div className={styles.status} role="status">
        {failure ? <FailureLine {...failure} /> : queued && <p>{queued}</p>}
      </div>
      {items.length === 0 ? (
        <EmptyState icon={<CircleCheck />} title="No background work has failed." />
      ) : (
        <ul className={styles.list}>
          {items.map((work) => (
            <FailedWorkItem
              key={work.id}
              work={work}
              isBusy={pending.some(({ id }) => sameId(id, work.id))}
              onRunAgain={() => void runAgain(work)}
            />
          ))}
        </ul>
      )}
    </>
  );
}

type FailedWorkItemProps = { work: FailedWork; isBusy: boolean; onRunAgain: () => void };

const FailedWorkItem = ({ work, isBusy, onRunAgain }: FailedWorkItemProps) => (
  <li className={styles.item}>
    <div className={styles.words}>
      <h3>
        {work.kind}: {work.about}
      </h3>
      <p className="meta">
        {work.group_name ?? "All groups"} · <Time value={work.failed_at} />
      </p>
      <p className={styles.cause}>{work.cause}</p>
    </div>
    {work.why_not_again ? (
      <span className="meta">{work.why_not_again}</span>
    ) : (
      <Button
        size="sm"
        icon={<RotateCcw />}
        busy={isBusy}
        aria-label={`Run again: ${work.kind}, ${work.about}`}
        onClick={onRunAgain}
      >
        Run again
      </Button>
    )}
  </li>
);
