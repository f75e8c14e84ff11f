import { Check, X } from "lucide-react";
import type { MouseEvent } from "react";
import type { QueueItem } from "@/entities/post";
import { LazyPart } from "@/shared/lazy/lazy-part";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { useOffered } from "@/shared/query/use-offered";
import { Button } from "@/shared/ui/button";
import { Skeleton } from "@/shared/ui/skeleton";
import { approveAt, queueApi } from "../contract";
import type { Decision } from "../mutations";
import styles from "./approval-queue.module.css";
import { EditButton } from "./edit-button";
import { ignoreRepeats } from "./ignore-repeats";
import type { Press } from "./use-decisions";

const MoreActs = lazyWithPreload(() => import("./more-acts").then((part) => part.MoreActs));

type PendingActsProps = {
  item: QueueItem;
  /** Marks the card to decide on next: only its Approve button is primary. */
  isLit: boolean;
  onDecide: (decision: Decision, press: Press) => void;
  onEdit: () => void;
  /** Asks where and when it goes out. */
  onApproveAt: () => void;
};

/** The buttons of a post that waits for approval. */
export function PendingActs({ item, isLit, onDecide, onEdit, onApproveAt }: PendingActsProps) {
  const canEdit = useOffered(queueApi.edit);
  const canApproveAt = useOffered(approveAt);
  const press = (decision: Decision) => (event: MouseEvent<HTMLElement>) =>
    onDecide(decision, {
      element: event.currentTarget,
      timeStamp: event.timeStamp,
      detail: event.detail,
    });
  return (
    <>
      <span className={styles.pair}>
        <Button
          size="sm"
          variant={isLit ? "primary" : "secondary"}
          icon={<Check />}
          data-decision="approve"
          onKeyDown={ignoreRepeats}
          hint="A"
          onClick={press("approve")}
        >
          Approve
        </Button>
        <Button
          size="sm"
          icon={<X />}
          data-decision="reject"
          onKeyDown={ignoreRepeats}
          hint="R"
          onClick={press("reject")}
        >
          Reject
        </Button>
      </span>
      {canEdit && <EditButton onEdit={onEdit} />}
      <LazyPart
        // As large as its buttons, so that nothing moves when they are there.
        fallback={
          <>
            <Skeleton width={28} height={28} radius={6} />
            {canApproveAt && <Skeleton width={28} height={28} radius={6} />}
          </>
        }
        failed={(onRetry) => (
          <Button size="sm" variant="ghost" onClick={onRetry}>
            More actions
          </Button>
        )}
      >
        <MoreActs item={item} onApproveAt={canApproveAt ? onApproveAt : undefined} />
      </LazyPart>
    </>
  );
}
