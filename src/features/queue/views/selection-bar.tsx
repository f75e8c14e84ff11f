import { useQueryClient } from "@tanstack/react-query";
import { Check, CircleStop, RotateCw, X } from "lucide-react";
import { useState } from "react";
import type { QueueItem } from "@/entities/post";
import { heldText, nameRetry, sayEnds, tallyEnds } from "@/shared/query/batch-ends";
import { type Failure, type Outcome, sayFailure } from "@/shared/query/outcome";
import { type Batch, type BatchResult, useBatch, wasDone } from "@/shared/query/use-batch";
import { clock } from "@/shared/time/clock";
import { Button } from "@/shared/ui/button/button";
import { takeLostFocus } from "@/shared/ui/focus/focus";
import { BatchWait } from "@/shared/ui/status/batch-wait";
import { Progress } from "@/shared/ui/status/progress";
import { approvalInWords } from "../approval";
import { type Decided, type Decision, decisionFailures, refreshes, useDecide } from "../mutations";
import { breaksRule, saysWhatFails } from "../verdicts";
import styles from "./selection-bar.module.css";
import type { useDecisions } from "./use-decisions";

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
      onDecide={(decided) => {
        // A post that breaks a rule is not approved with others: it stays selected.
        onSelect(decided === "approve" ? selected.filter(breaksRule) : []);
        many.decideAll(decided, selected);
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

/** The state of the batch that the bar shows. */
export type BulkState = "running" | "ended" | undefined;

type Bulk = {
  decisions: Pick<
    ReturnType<typeof useDecisions>,
    "hasChanged" | "currentOf" | "stopApprovals" | "setFailure" | "markSeen" | "setOutcome"
  >;
  onBulk: (state: BulkState) => void;
};

/**
 * Decides on many posts, three at a time. An approval leaves out what breaks a rule of a platform, and
 * what changed since it was shown: the cards say so.
 */
function useBulk({ decisions, onBulk }: Bulk) {
  const client = useQueryClient();
  const { decide } = useDecide("batch");
  const { batch, run, stop, dismiss } = useBatch<QueueItem, Decided>();
  const [decision, setDecision] = useState<Decision>("approve");

  function close() {
    dismiss();
    onBulk(undefined);
  }

  async function decideAll(decided: Decision, given: readonly QueueItem[]) {
    // A retry is given the versions of the first try, and others may have changed them since.
    const all = given.map((item) => decisions.currentOf(item) ?? item);
    const broken = decided === "approve" ? all.filter(breaksRule) : [];
    decisions.stopApprovals(broken);
    const others = all.filter((item) => !broken.includes(item));
    const changed = decided === "approve" ? others.filter(decisions.hasChanged) : [];
    for (const item of changed) {
      decisions.markSeen(item);
      decisions.setFailure(item, lookAgain);
    }
    // Nothing was tried, so there is no result: the bar says why they stay selected.
    if (others.length === 0) {
      close();
      return;
    }
    setDecision(decided);
    onBulk("running");
    const sure = others.filter((item) => !changed.includes(item));
    const results = await run(sure, (item) => decide(decided, item));
    for (const { item, outcome } of results) decisions.setOutcome(decided, item, outcome);
    onBulk("ended");
    for (const queryKey of refreshes) {
      void client.invalidateQueries({ queryKey });
    }
  }

  return {
    batch,
    /** The decision that the batch carries out. */
    decision,
    decideAll: (...all: Parameters<typeof decideAll>) => void decideAll(...all),
    stop,
    close,
  };
}

const lookAgain: Failure = {
  text: "Changed since it was shown.",
  detail: "Skipped. Review it, then approve.",
};
