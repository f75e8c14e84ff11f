import type { QueryKey } from "@tanstack/react-query";
import { useState } from "react";
import type { QueueItem } from "@/entities/post";
import type { Failure } from "@/shared/query/outcome";
import { useBatch } from "@/shared/query/use-batch";
import { useDecideOneOfMany } from "../deciding-on-many";
import type { Decided, Decision } from "../mutations";
import { breaksRule } from "../verdicts";
import type { useDecisions } from "./use-decisions";

/** Whether a batch is being carried out, or its result is shown. */
export type BulkState = "running" | "ended" | undefined;

export type Bulk = {
  decisions: Pick<
    ReturnType<typeof useDecisions>,
    "hasChanged" | "presentOf" | "stop" | "fail" | "know" | "note"
  >;
  /** Queries of other slices that an approval makes stale. */
  refreshes: readonly QueryKey[];
  onBulk: (state: BulkState) => void;
};

/**
 * Decides on many posts, three at a time. An approval leaves out what breaks a rule of a platform, and
 * what changed since it was shown: the cards say so.
 */
export function useBulk({ decisions, refreshes, onBulk }: Bulk) {
  const { decideOne, reload } = useDecideOneOfMany(refreshes);
  const { batch, run, stop, dismiss } = useBatch<QueueItem, Decided>();
  const [decision, setDecision] = useState<Decision>("approve");

  function close() {
    dismiss();
    onBulk(undefined);
  }

  async function decideAll(wanted: Decision, given: readonly QueueItem[]) {
    // A retry is given the versions of the first try, and others may have changed them since.
    const all = given.map((item) => decisions.presentOf(item) ?? item);
    const broken = wanted === "approve" ? all.filter(breaksRule) : [];
    decisions.stop(broken);
    const others = all.filter((item) => !broken.includes(item));
    const changed = wanted === "approve" ? others.filter(decisions.hasChanged) : [];
    for (const item of changed) {
      decisions.know(item);
      decisions.fail(item, lookAgain);
    }
    // Nothing was tried, so there is no result: the bar says why they stay selected.
    if (others.length === 0) {
      close();
      return;
    }
    setDecision(wanted);
    onBulk("running");
    const sure = others.filter((item) => !changed.includes(item));
    const results = await run(sure, (item) => decideOne(wanted, item));
    for (const { item, outcome } of results) decisions.note(wanted, item, outcome);
    onBulk("ended");
    reload();
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
