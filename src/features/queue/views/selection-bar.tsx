import { useQueryClient } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { useState } from "react";
import type { QueueItem } from "@/entities/post";
import { heldText } from "@/shared/query/batch-ends";
import { type Failure, type Outcome, sayFailure } from "@/shared/query/outcome";
import { type BatchResult, useBatch, wasDone } from "@/shared/query/use-batch";
import { clock } from "@/shared/time/clock";
import { Button } from "@/shared/ui/button/button";
import { BatchBar, BatchLines } from "@/shared/ui/status/batch-bar";
import { approvalInWords } from "../approval-words";
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
      <BatchBar
        batch={batch}
        words={words[decision]}
        label={`${words[decision].doing} ${batch.items.length} posts`}
        note={held.length > 0 && ` ${held.length} left in the selection.`}
        className={styles.bar}
        isAtBottom
        onStop={many.stop}
        onRetry={(notDone) => many.decideAll(decision, notDone)}
        onClose={(press) => {
          many.close();
          onClosed(press);
        }}
      >
        {(results) => (
          <>
            {results.map((result) => (
              <li key={result.item.id}>
                <span>#{result.item.id}</span> {sayOutcome(decision, result)}
              </li>
            ))}
            <HeldPosts held={held} />
          </>
        )}
      </BatchBar>
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
    <fieldset
      className={`${styles.bar} ${styles.selected}`}
      data-at-bottom
      aria-label="Selected posts"
    >
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
          <BatchLines>
            <HeldPosts held={held} />
          </BatchLines>
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
      decisions.setFailure(item.id, lookAgain);
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
