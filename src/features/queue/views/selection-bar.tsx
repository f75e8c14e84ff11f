import { Check, CircleStop, RotateCw, X } from "lucide-react";
import type { QueueItem } from "@/entities/post";
import { heldText, nameRetry, sayEnds, tallyEnds } from "@/shared/query/batch-ends";
import { type Outcome, sayFailure } from "@/shared/query/outcome";
import { type Batch, type BatchResult, wasDone } from "@/shared/query/use-batch";
import { clock } from "@/shared/time/clock";
import { BatchWait } from "@/shared/ui/batch-wait";
import { Button } from "@/shared/ui/button";
import { Progress } from "@/shared/ui/progress";
import { takeLostFocus } from "@/shared/ui/take-focus";
import { approvalInWords } from "../approval";
import { type Decided, type Decision, decisionFailures } from "../mutations";
import { breaksRule } from "../verdicts";
import { saysWhatFails } from "../what-fails";
import styles from "./selection-bar.module.css";
import { type Bulk, type BulkState, useBulk } from "./use-bulk";

export type SelectionBarProps = Bulk & {
  selected: readonly QueueItem[];
  /** Those that were not approved with the others, because they break a rule. */
  held: readonly QueueItem[];
  /** The posts that could be selected. */
  selectable: readonly QueueItem[];
  onSelect: (items: readonly QueueItem[]) => void;
  bulk: BulkState;
  /** Called when a press on one of its buttons closes the bar, with the first that was selected. */
  onClosed: (press: { detail: number }, item?: QueueItem) => void;
};

/** Actions on the selected posts, or what has become of them. */
export function SelectionBar({
  selected,
  held,
  selectable,
  onSelect,
  bulk,
  onClosed,
  ...ofMany
}: SelectionBarProps) {
  const many = useBulk(ofMany);
  const { batch, decision } = many;
  if (bulk && batch) {
    return (
      <BulkProgress
        decision={decision}
        batch={batch}
        held={held}
        onStop={many.stop}
        onRetry={(notDone) => many.decideAll(decision, notDone)}
        onClose={(press) => {
          many.close();
          onClosed(press);
        }}
      />
    );
  }
  return (
    <SelectedPosts
      selected={selected}
      held={held}
      shown={selectable.length}
      onDecide={(wanted) => {
        // A post that breaks a rule is not approved with others: it stays selected.
        onSelect(wanted === "approve" ? selected.filter(breaksRule) : []);
        many.decideAll(wanted, selected);
      }}
      onSelectAll={() => onSelect(selectable)}
      onClear={(press) => {
        onSelect([]);
        onClosed(press, selected[0]);
      }}
    />
  );
}

type SelectedPostsProps = Pick<SelectionBarProps, "selected" | "held"> & {
  shown: number;
  onDecide: (decision: Decision) => void;
  onSelectAll: () => void;
  onClear: (press: { detail: number }) => void;
};

function SelectedPosts({
  selected,
  held,
  shown,
  onDecide,
  onSelectAll,
  onClear,
}: SelectedPostsProps) {
  return (
    <fieldset className={styles.bar} data-at-bottom aria-label="Selected posts">
      <span className={styles.count} role="status">
        {selected.length} selected
      </span>
      <Button size="sm" variant="primary" icon={<Check />} onClick={() => onDecide("approve")}>
        Approve selected
      </Button>
      <Button size="sm" icon={<X />} onClick={() => onDecide("reject")}>
        Reject selected
      </Button>
      <span className={styles.rest}>
        {selected.length < shown && (
          <Button size="sm" variant="ghost" onClick={onSelectAll}>
            Select all {shown} shown
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={onClear}>
          Clear selection
        </Button>
      </span>
      {held.length > 0 && (
        <div role="alert" className={styles.held}>
          <ul className={styles.lines}>
            <HeldPosts held={held} />
          </ul>
        </div>
      )}
    </fieldset>
  );
}

const HeldPosts = ({ held }: { held: readonly QueueItem[] }) =>
  held.map((item) => (
    <li key={item.id}>
      <span>#{item.id}</span> Not approved: {saysWhatFails(item)}.
    </li>
  ));

const words = {
  approve: { doing: "Approving", done: "approved", alone: "Approved." },
  reject: { doing: "Rejecting", done: "rejected", alone: "Rejected." },
} as const;

type BulkProgressProps = Pick<SelectionBarProps, "held"> & {
  decision: Decision;
  batch: Batch<QueueItem, Decided>;
  onStop: () => void;
  onRetry: (notDone: readonly QueueItem[]) => void;
  onClose: (press: { detail: number }) => void;
};

/** Shows a batch's progress and, at the end, the outcome for every post. */
function BulkProgress({ decision, batch, held, onStop, onRetry, onClose }: BulkProgressProps) {
  const { items, results, isRunning, waitUntil } = batch;
  const word = words[decision];
  if (isRunning) {
    const label = `${word.doing} ${items.length} posts`;
    return (
      <fieldset className={styles.bar} data-at-bottom aria-label={label}>
        <span className={styles.count} tabIndex={-1} ref={takeLostFocus}>
          {word.doing} {results.length} of {items.length}
        </span>
        <span className={styles.progress}>
          <Progress label={label} value={results.length} max={items.length} />
        </span>
        <BatchWait until={waitUntil} />
        <Button size="sm" icon={<CircleStop />} onClick={onStop}>
          Stop
        </Button>
      </fieldset>
    );
  }
  const notDone = results.filter(({ outcome }) => !wasDone(outcome)).map(({ item }) => item);
  const ends = tallyEnds(results);
  const retry = nameRetry(ends);
  return (
    <fieldset className={styles.result} data-at-bottom aria-label="Result">
      <div className={styles.line}>
        <span className={styles.count} role="status" tabIndex={-1} ref={takeLostFocus}>
          {sayEnds(word.done, ends, items.length - results.length)}
          {held.length > 0 && ` ${held.length} left in the selection.`}
        </span>
        <span className={styles.rest}>
          {retry && (
            <Button size="sm" icon={<RotateCw />} onClick={() => onRetry(notDone)}>
              {retry}
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={onClose}>
            Close
          </Button>
        </span>
      </div>
      <ul className={styles.lines}>
        {results.map((result) => (
          <li key={result.item.id}>
            <span>#{result.item.id}</span> {sayOutcome(decision, result)}
          </li>
        ))}
        <HeldPosts held={held} />
      </ul>
    </fieldset>
  );
}

function sayOutcome(decision: Decision, { outcome }: BatchResult<QueueItem, Decided>): string {
  const leftOut = outcome.kind === "ok" ? outcome.reply?.left_out : undefined;
  if (wasDone(outcome)) return [aloneOf(decision, outcome), leftOut].filter(Boolean).join(" ");
  if (!("error" in outcome)) return heldText;
  return sayFailure(decisionFailures[decision], outcome.error);
}

/** 'Approved.', unless the server says that it has scheduled nothing. */
function aloneOf(decision: Decision, outcome: Outcome<Decided>): string {
  const reply = outcome.kind === "ok" ? outcome.reply : undefined;
  const said = reply && decision === "approve" ? approvalInWords(reply, clock.now()) : undefined;
  return said?.isScheduled === false ? `${said.title}.` : words[decision].alone;
}
