import { X } from "lucide-react";
import { type KeyboardEvent, memo, useCallback, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Id } from "@/shared/api/id";
import { buttonProps } from "@/shared/ui/button/button";
import { StateDot } from "@/shared/ui/status/badge";
import { VirtualList, type VirtualListHandle } from "@/shared/ui/table/virtual-list";
import type { Subscriber } from "../schema";
import { RemoveQuestion } from "./remove-subscriber";
import styles from "./subscriber-list.module.css";

/** In px. The list shows as many rows as fit into its height. */
const rowHeight = 40;
const height = 300;
const page = Math.floor(height / rowHeight) - 1;

type SubscriberListProps = { group: Id; subscribers: readonly Subscriber[] };

/**
 * A single tab stop, whatever the list's length: the arrow keys go through the rows, Tab leaves it.
 * Memoized, so that it does not re-render for every row that an import beside it sends.
 */
export const SubscriberList = memo(({ group, subscribers }: SubscriberListProps) => {
  const list = useRef<VirtualListHandle>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [reached, reach] = useState(0);
  const [asked, ask] = useState<Subscriber>();
  const last = subscribers.length - 1;
  const current = Math.min(reached, last);
  /** The last index at the time when the focus moves, which may be after a row was removed. */
  const end = useRef(last);
  end.current = last;

  const goTo = useCallback((index: number) => {
    const next = Math.max(0, Math.min(index, end.current));
    // The row must be rendered before it can take the focus.
    flushSync(() => reach(next));
    frame.current
      ?.querySelector<HTMLElement>(`[data-row="${next}"] button`)
      ?.focus({ preventScroll: true });
    list.current?.show(next);
  }, []);
  const move = useCallback(
    (event: KeyboardEvent, index: number) => {
      const next = steps[event.key]?.(index, end.current);
      if (next === undefined) return;
      event.preventDefault();
      goTo(next);
    },
    [goTo],
  );

  return (
    <div ref={frame}>
      <VirtualList
        ref={list}
        label="Subscribers"
        items={subscribers}
        keyOf={({ id }) => String(id)}
        height={height}
        rowHeight={rowHeight}
        keeps={current}
        className={styles.list}
      >
        {(subscriber, index) => (
          <Row
            subscriber={subscriber}
            index={index}
            isCurrent={index === current}
            onReach={reach}
            onMove={move}
            onRemove={ask}
          />
        )}
      </VirtualList>
      <RemoveQuestion
        group={group}
        subscriber={asked}
        onClose={() => ask(undefined)}
        // Runs after the dialog has restored the focus to the removed row, at the end of this task.
        onRemoved={() => setTimeout(() => setTimeout(() => goTo(current)))}
      />
    </div>
  );
});

const steps: Partial<Record<string, (index: number, last: number) => number>> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index) => index + page,
  PageUp: (index) => index - page,
  Home: () => 0,
  End: (_, last) => last,
};

type RowProps = {
  subscriber: Subscriber;
  index: number;
  isCurrent: boolean;
  onReach: (index: number) => void;
  onMove: (event: KeyboardEvent, index: number) => void;
  onRemove: (subscriber: Subscriber) => void;
};

/** `Bounced: 550 …` is cut to its first word; the title has it in full. */
const stateOf = (reason: string | null | undefined) => reason?.split(/[.:]/)[0] || "Inactive";

const noEmail = "No email address";

/**
 * Memoized and cheap to render, because a flick of the wheel brings dozens of rows. So its button
 * has a title and no tooltip.
 */
const Row = memo(({ subscriber, index, isCurrent, onReach, onMove, onRemove }: RowProps) => {
  const { name, is_active, inactive_reason } = subscriber;
  const email = subscriber.email || noEmail;
  const isActive = is_active ?? true;
  return (
    <>
      <span className={styles.email} title={email}>
        {email}
      </span>
      <span className={styles.name} data-none={name ? undefined : ""} title={name ?? undefined}>
        {name || "No name"}
      </span>
      <span className={styles.state} title={inactive_reason ?? undefined}>
        <StateDot state={isActive ? "on" : "off"}>
          {isActive ? "Active" : stateOf(inactive_reason)}
        </StateDot>
      </span>
      <button
        type="button"
        {...buttonProps({ variant: "ghost", size: "sm" })}
        data-icon-only=""
        aria-label={`Remove ${email}`}
        title={`Remove ${email}`}
        tabIndex={isCurrent ? 0 : -1}
        onFocus={() => onReach(index)}
        onKeyDown={(event) => onMove(event, index)}
        onClick={() => onRemove(subscriber)}
      >
        <X />
      </button>
    </>
  );
});
