import type { QueryKey } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { QueueItem } from "@/entities/post";
import type { Id } from "@/shared/api/id";
import { type Failure, failureOf, type Outcome } from "@/shared/query/outcome";
import { useBatch } from "@/shared/query/use-batch";
import { usePending } from "@/shared/query/use-command";
import { queueApi } from "../contract";
import {
  type Decided,
  type Decision,
  decisionFailures,
  useDecide,
  useDecideOneOfMany,
} from "../mutations";
import { seenOf } from "../shown";
import { warnOfOther } from "../warn-of-other";

/** Milliseconds within which a second key press was meant for the card that has just left. */
const rebound = 400;

/** The origin of a press: a button of a card, or a key on the card itself. */
export type Press = {
  readonly element: HTMLElement;
  readonly timeStamp: number;
  /** The number of consecutive clicks of a pointer; 0 for a key. */
  readonly detail: number;
};

/**
 * Applies decisions to the list. An item leaves at once, and comes back with the reason if the
 * server refuses the decision. Approving an item that changed since it was shown needs a
 * confirmation first.
 */
export function useDecisions(items: readonly QueueItem[], refreshes: readonly QueryKey[]) {
  const send = useDecide(refreshes);
  const { decideOne, reload } = useDecideOneOfMany(refreshes);
  const { batch, run, stop, dismiss } = useBatch<QueueItem, Decided>();
  const [bulk, setBulk] = useState<Decision>("approve");
  const leaving = new Set(
    [...usePending(queueApi.approve), ...usePending(queueApi.reject)].map(({ id }) => String(id)),
  );
  const [failures, setFailures] = useState<ReadonlyMap<string, Failure>>(new Map());
  const [asked, setAsked] = useState<QueueItem>();
  const lastPress = useRef(Number.NEGATIVE_INFINITY);

  /** Each item's content when it was first shown, or when the operator was last asked about it. */
  const shown = useRef(new Map<string, string>());
  useEffect(() => {
    for (const item of items) {
      const id = String(item.id);
      if (!shown.current.has(id)) shown.current.set(id, seenOf(item));
    }
  }, [items]);
  const hasChanged = (item: QueueItem) =>
    (shown.current.get(String(item.id)) ?? seenOf(item)) !== seenOf(item);

  function note(decision: Decision, item: QueueItem, outcome: Outcome<unknown>) {
    const failure =
      "error" in outcome ? failureOf(decisionFailures[decision], outcome.error) : undefined;
    setFailures((all) => changed(all, item.id, failure));
  }

  async function carryOut(decision: Decision, item: QueueItem) {
    setFailures((all) => changed(all, item.id, undefined));
    const outcome = await send(decision, item.id);
    note(decision, item, outcome);
    if (decision === "approve" && outcome.kind === "ok") warnOfOther(item, outcome.reply);
  }

  function decide(decision: Decision, item: QueueItem, { element, timeStamp, detail }: Press) {
    // The next card moves under the pointer and takes the focus: the second half of a double
    // click, or an Enter that bounced, would decide on a post that nobody has read.
    const isKey = detail === 0;
    if (detail > 1 || (isKey && timeStamp - lastPress.current < rebound)) return;
    lastPress.current = timeStamp;
    if (decision === "approve" && hasChanged(item)) {
      setAsked(item);
      return;
    }
    focusNeighbour(element);
    void carryOut(decision, item);
  }

  async function decideAll(decision: Decision, all: readonly QueueItem[]) {
    const changedOnes = decision === "approve" ? all.filter(hasChanged) : [];
    for (const item of changedOnes) {
      setFailures((known) => changed(known, item.id, lookAgain));
      shown.current.set(String(item.id), seenOf(item));
    }
    const sure = all.filter((item) => !changedOnes.includes(item));
    setBulk(decision);
    const results = await run(sure, (item) => decideOne(decision, item.id));
    for (const { item, outcome } of results) note(decision, item, outcome);
    reload();
  }

  return {
    isLeaving: (id: Id) => leaving.has(String(id)),
    failureOf: (id: Id) => failures.get(String(id)),
    decide,
    /** Decides on many, three at a time. */
    decideAll: (...all: Parameters<typeof decideAll>) => void decideAll(...all),
    /** The operator knows this version: approving it does not ask. */
    know: (item: QueueItem) => void shown.current.set(String(item.id), seenOf(item)),
    batch,
    /** The decision that the batch carries out. */
    bulk,
    stop,
    dismiss,
    /** The changed post whose approval needs a confirmation; undefined if there is none. */
    asked,
    answer: (isSure: boolean) => {
      if (!asked) return;
      shown.current.set(String(asked.id), seenOf(asked));
      setAsked(undefined);
      if (isSure) void carryOut("approve", asked);
    },
  };
}

const lookAgain: Failure = {
  text: "Changed since it was shown.",
  detail: "It was left out: read it again, then approve it.",
};

/**
 * Focuses the next card, or the same button on it, so that keyboard users can go on. After the last
 * card, focuses the one before.
 */
function focusNeighbour(element: HTMLElement) {
  const card = element.closest<HTMLElement>("[data-post]");
  const next = card?.nextElementSibling ?? card?.previousElementSibling;
  const same =
    element === card
      ? next instanceof HTMLElement && next
      : // A card that is being edited has no such button.
        (next?.querySelector<HTMLElement>(`[data-decision="${element.dataset.decision}"]`) ??
        (next instanceof HTMLElement && next));
  (same || element.closest<HTMLElement>("main"))?.focus({ preventScroll: !same });
}

function changed(
  all: ReadonlyMap<string, Failure>,
  id: Id,
  failure: Failure | undefined,
): ReadonlyMap<string, Failure> {
  const rest = new Map(all);
  if (failure) rest.set(String(id), failure);
  else rest.delete(String(id));
  return rest;
}
