import type { ReactNode } from "react";
import { kindOf, MarkedText, PostCover, PostText, type QueueItem } from "@/entities/post";
import type { Failure } from "@/shared/query/outcome";
import { Time } from "@/shared/time/time";
import { takeFocus } from "@/shared/ui/focus/focus";
import { Checkbox } from "@/shared/ui/form-controls/checkbox";
import { FailureLine } from "@/shared/ui/status/failure-line";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import styles from "./approval-queue.module.css";

type QueueCardProps = {
  item: QueueItem;
  /** True if a link has led to it: then it takes the focus. */
  isLinked: boolean;
  /** Without it, the post cannot be selected. */
  selection?: {
    isSelected: boolean;
    onSelect: (isSelected: boolean) => void;
    isDisabled: boolean;
  };
  failure: Failure | undefined;
  /** First of all: where and when the post goes out. */
  lead?: ReactNode;
  /** The reason why it was not approved, or how it fits if its destinations are unknown. */
  notes?: ReactNode;
  /** True if a click on the text edits it. */
  isEditable?: boolean;
  /** Shows the image or the video large. */
  onEnlarge: () => void;
  /** The form that changes the post, in place of its text and buttons; false while it is not open. */
  editor?: ReactNode;
  /** The buttons. */
  children: ReactNode;
};

export function QueueCard({
  item,
  isLinked,
  selection,
  failure,
  lead,
  notes,
  isEditable,
  onEnlarge,
  editor,
  children,
}: QueueCardProps) {
  return (
    <li
      className={styles.card}
      ref={isLinked ? takeFocus : undefined}
      // The shortcut keys focus the card itself; Tab goes to the controls in it.
      tabIndex={-1}
      data-post={item.id}
      data-slides={item.id}
      data-plain={selection ? undefined : ""}
      data-selected={selection?.isSelected ? "" : undefined}
    >
      {selection && (
        <Checkbox
          className={styles.check}
          label={`Select post #${item.id}`}
          hideLabel
          checked={selection.isSelected}
          onCheckedChange={selection.onSelect}
          disabled={selection.isDisabled}
        />
      )}
      {lead && <div className={styles.lead}>{lead}</div>}
      <div className={styles.media} data-kind={kindOf(item)}>
        <PostCover content={item} onEnlarge={onEnlarge} />
      </div>
      {editor || (
        <>
          <div className={styles.body}>
            <div className={styles.words} data-edits={isEditable ? "" : undefined}>
              {item.title && !item.text_content?.startsWith(item.title) && (
                <p className={styles.title} dir="auto">
                  <MarkedText text={item.title} />
                </p>
              )}
              <PostText text={item.text_content} />
            </div>
            {notes}
            {item.locked && <p className={styles.facts}>{item.locked}</p>}
            {failure && <FailureLine {...failure} />}
          </div>
          <div className={styles.source}>
            <ItemFacts item={item} />
          </div>
          <div className={styles.acts}>{children}</div>
        </>
      )}
    </li>
  );
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

/** Selects the card of a post, on which the keys of the queue act. */
export const cardOf = (id: string) => `li[data-post="${id}"]`;

export const LoadingQueue = () => (
  <Loading label="Loading approval queue">
    {[0, 1, 2].map((card) => (
      <div key={card} className={styles.card}>
        <span />
        <div className={styles.media}>
          <Skeleton height="100%" radius={6} />
        </div>
        <div className={styles.body}>
          <Skeleton width="40%" />
          <Skeleton width="88%" height={14} />
          <Skeleton width="64%" height={14} />
        </div>
        <div className={styles.source}>
          <Skeleton width={180} />
        </div>
        <div className={styles.acts}>
          <Skeleton width={196} height={28} radius={6} />
          <Skeleton width={28} height={28} radius={6} />
          <Skeleton width={28} height={28} radius={6} />
        </div>
      </div>
    ))}
  </Loading>
);
