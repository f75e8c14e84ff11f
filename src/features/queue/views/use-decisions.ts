import { type MouseEvent, useEffect, useRef, useState } from "react";
import type { QueueItem } from "@/entities/post";
import { type Id, sameId } from "@/shared/api/id";
import { failureOf, type Outcome } from "@/shared/query/outcome";
import { usePending } from "@/shared/query/use-command";
import { useFailures } from "@/shared/query/use-failures";
import { focusNeighbour } from "../card-keyboard";
import { queueApi } from "../contract";
import { type Decision, decisionFailures, useDecide } from "../mutations";
import { useReadListed } from "../queries";
import { breaksRule } from "../verdicts";
import { isOtherVersion, warnOfOtherVersion } from "../versions";

/** Milliseconds within which a second key press was meant for the card that has just left. */
const doublePress = 400;

/** The origin of a press: a button of a card, or a key on the card itself. */
export type Press = {
  readonly element: HTMLElement;
  readonly timeStamp: number;
  /** The number of consecutive clicks of a pointer; 0 for a key. */
  readonly detail: number;
};

export const pressOf = ({ currentTarget, timeStamp, detail }: MouseEvent<HTMLElement>): Press => ({
  element: currentTarget,
  timeStamp,
  detail,
});

/** An approval of a post although the operator has been told what fails. */
export type InformedApproval = {
  /** The accounts that it is published on; without them, those of its category. */
  readonly on?: readonly Id[] | undefined;
};

/**
 * Applies decisions to the list. An item leaves at once, and comes back with the reason if the
 * server refuses the decision. Approving an item that changed since it was shown needs a
 * confirmation first, also if only the server knows of the change. One that breaks a rule of a
 * platform is not approved before the operator has been told so.
 */
export function useDecisions(items: readonly QueueItem[]) {
  const send = useDecide().decide;
  const readAgain = useReadListed();
  const leaving = new Set(
    [...usePending(queueApi.approve), ...usePending(queueApi.reject)].map(({ id }) => String(id)),
  );
  const { failureOf: lastFailure, setFailure } = useFailures();
  const [unconfirmed, setUnconfirmed] = useState<InformedApproval & { item: QueueItem }>();
  const [stopped, setStopped] = useState<ReadonlySet<string>>(new Set());
  const lastPress = useRef(Number.NEGATIVE_INFINITY);

  /** Each item as it was when it was first shown, or when the operator was last asked about it. */
  const shown = useRef(new Map<string, QueueItem>());
  useEffect(() => {
    for (const item of items) {
      const id = String(item.id);
      if (!shown.current.has(id)) shown.current.set(id, item);
    }
  }, [items]);
  const hasChanged = (item: QueueItem) =>
    isOtherVersion(shown.current.get(String(item.id)) ?? item, item);

  const currentOf = ({ id }: QueueItem) => items.find((item) => sameId(item.id, id));

  const setOutcome = (decision: Decision, item: QueueItem, outcome: Outcome<unknown>) =>
    setFailure(
      item.id,
      "error" in outcome ? failureOf(decisionFailures[decision], outcome.error) : undefined,
    );

  async function carryOut(decision: Decision, item: QueueItem, { on }: InformedApproval = {}) {
    setFailure(item.id, undefined);
    const outcome = await send(decision, item, on);
    setOutcome(decision, item, outcome);
    if (decision === "approve" && outcome.kind === "ok") warnOfOtherVersion(item, outcome.reply);
    if (decision === "approve" && outcome.kind === "rejected") {
      const present = await readAgain(item.id);
      if (present && isOtherVersion(item, present)) setUnconfirmed({ on, item: present });
    }
  }

  function decide(
    decision: Decision,
    item: QueueItem,
    { element, timeStamp, detail }: Press,
    informed?: InformedApproval,
  ) {
    // The next card moves under the pointer and takes the focus: the second half of a double
    // click, or an Enter that bounced, would decide on a post that nobody has read.
    const isKey = detail === 0;
    if (detail > 1 || (isKey && timeStamp - lastPress.current < doublePress)) return;
    if (decision === "approve" && !informed && breaksRule(item)) {
      stopApprovals([item]);
      return;
    }
    lastPress.current = timeStamp;
    if (decision === "approve" && hasChanged(item)) {
      setUnconfirmed({ ...informed, item });
      return;
    }
    focusNeighbour(element);
    void carryOut(decision, item, informed);
  }

  const stopApprovals = (items: readonly QueueItem[]) =>
    setStopped((ids) => new Set([...ids, ...items.map(({ id }) => String(id))]));

  return {
    isLeaving: (id: Id) => leaving.has(String(id)),
    failureOf: lastFailure,
    decide,
    hasChanged,
    /** Returns the item as the list has it now. */
    currentOf,
    /** Notes that their approval was stopped, because they break a rule. */
    stopApprovals,
    setFailure,
    setOutcome,
    /** Marks this version as the one that the operator has seen: approving it does not ask. */
    markSeen: (item: QueueItem) => {
      shown.current.set(String(item.id), item);
      setStopped((ids) => new Set([...ids].filter((id) => id !== String(item.id))));
    },
    /** Returns true if its approval was stopped, because it breaks a rule. */
    isStopped: (item: QueueItem) => stopped.has(String(item.id)) && breaksRule(item),
    /** The changed post whose approval needs a confirmation; undefined if there is none. */
    unconfirmed: unconfirmed?.item,
    confirm: (isSure: boolean) => {
      if (!unconfirmed) return;
      const { item } = unconfirmed;
      shown.current.set(String(item.id), item);
      setUnconfirmed(undefined);
      setFailure(item.id, undefined);
      if (isSure) void carryOut("approve", item, unconfirmed);
    },
  };
}
