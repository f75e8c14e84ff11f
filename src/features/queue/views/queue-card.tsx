import { Check, X } from "lucide-react";
import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import { kindOf, MarkedText, PostMedia, PostText, type QueueItem } from "@/entities/post";
import type { Failure } from "@/shared/query/outcome";
import { Time } from "@/shared/time/time";
import { Badge } from "@/shared/ui/badge";
import { Button } from "@/shared/ui/button";
import { FailureLine } from "@/shared/ui/failure-line";
import { Checkbox } from "@/shared/ui/form-controls/checkbox";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import type { Decision } from "../mutations";
import styles from "./approval-queue.module.css";
import type { Press } from "./use-decisions";

type QueueCardProps = {
  item: QueueItem;
  /** Marks the card to decide on next: only its Approve button is primary. */
  isLit: boolean;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  failure: Failure | undefined;
  /** Shows how the post fits the platforms. */
  verdict: ReactNode;
  onDecide: (decision: Decision, press: Press) => void;
};

export function QueueCard(props: QueueCardProps) {
  const { item, isLit, isSelected, onSelect, failure, verdict, onDecide } = props;
  // The query requests pending posts only, so a post without a status is pending.
  const status = item.status ?? "pending_approval";
  const isPending = status.toLowerCase() === "pending_approval";
  const press = (decision: Decision) => (event: MouseEvent<HTMLElement>) =>
    onDecide(decision, {
      element: event.currentTarget,
      timeStamp: event.timeStamp,
      detail: event.detail,
    });
  return (
    <li
      className={styles.card}
      // The shortcut keys focus the card itself; Tab goes to the controls in it.
      tabIndex={-1}
      data-post={item.id}
      data-selected={isSelected ? "" : undefined}
    >
      <Checkbox
        className={styles.check}
        label={`Select post #${item.id}`}
        hideLabel
        checked={isSelected}
        onCheckedChange={onSelect}
        disabled={!isPending}
      />
      <div className={styles.media} data-kind={kindOf(item)}>
        <PostMedia content={item} />
      </div>
      <div className={styles.body}>
        {item.title && !item.text_content?.startsWith(item.title) && (
          <p className={styles.title} dir="auto">
            <MarkedText text={item.title} />
          </p>
        )}
        <PostText text={item.text_content} />
        {verdict}
        <ItemFacts item={item} />
        {failure && <FailureLine {...failure} />}
      </div>
      {isPending ? (
        <div className={styles.acts}>
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
            variant="ghost"
            icon={<X />}
            data-decision="reject"
            onKeyDown={ignoreRepeats}
            hint="R"
            onClick={press("reject")}
          >
            Reject
          </Button>
        </div>
      ) : (
        <div className={styles.acts}>
          <Badge>{status}</Badge>
        </div>
      )}
    </li>
  );
}

/** Ignores key repeat: a key held down would decide on the whole queue. */
function ignoreRepeats(event: KeyboardEvent) {
  if (event.repeat) event.preventDefault();
}

const ItemFacts = ({ item }: { item: QueueItem }) => (
  <p className={styles.facts}>
    {item.category_name && <span>{item.category_name}</span>}
    {item.group_name && <span>{item.group_name}</span>}
    {item.created_at && (
      <span>
        Created <Time value={item.created_at} as="relative" />
      </span>
    )}
    <span>#{item.id}</span>
  </p>
);

export const LoadingQueue = () => (
  <Loading label="Loading the approval queue">
    {[0, 1, 2].map((card) => (
      <div key={card} className={styles.card}>
        <span />
        <div className={styles.media}>
          <Skeleton height="100%" radius={6} />
        </div>
        <div className={styles.body}>
          <Skeleton width="88%" height={14} />
          <Skeleton width="64%" height={14} />
          <p className={styles.facts}>
            <Skeleton width={180} />
          </p>
        </div>
        <div className={styles.acts}>
          <Skeleton height={28} radius={6} />
          <Skeleton height={28} radius={6} />
        </div>
      </div>
    ))}
  </Loading>
);
