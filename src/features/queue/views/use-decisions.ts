import type { QueryKey } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { QueueItem } from "@/entities/post";
import { type Id, sameId } from "@/shared/api/id";
import { type Failure, failureOf, type Outcome } from "@/shared/query/outcome";
import { usePending } from "@/shared/query/use-command";
import { queueApi } from "../contract";
import { type Decision, decisionFailures, useDecide } from "../mutations";
import { useReadListed } from "../queries";
import { isOther } from "../shown";
import { breaksRule } from "../verdicts";
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

/** An approval of a post of which the operator knows what fails. */
export type Knowing = {
  /** The accounts that it goes out on; without them, those of its category. */
  readonly on?: readonly Id[] | undefined;
};

/**
 * Applies decisions to the list. An item leaves at once, and comes back with the reason if the
 * server refuses the decision. Approving an item that changed since it was shown needs a
 * confirmation first, also if only the server knows of the change. One that breaks a rule of a platform is not approved before the operator has
 * been told so.
 */
export function useDecisions(items: readonly QueueItem[], refreshes: readonly QueryKey[]) {
  const send = useDecide(refreshes);
  const readAgain = useReadListed();
  const leaving = new Set(
    [...usePending(queueApi.approve), ...usePending(queueApi.reject)].map(({ id }) => String(id)),
  );
  const [failures, setFailures] = useState<ReadonlyMap<string, Failure>>(new Map());
  const [asked, setAsked] = useState<Knowing & { item: QueueItem }>();
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
  const hasChanged = (item: QueueItem) => isOther(shown.current.get(String(item.id)) ?? item, item);

  const presentOf = ({ id }: QueueItem) => items.find((item) => sameId(item.id, id));

  const fail = (item: QueueItem, failure: Failure | undefined) =>
    setFailures((all) => changed(all, item.id, failure));

  const note = (decision: Decision, item: QueueItem, outcome: Outcome<unknown>) =>
    fail(
      item,
      "error" in outcome ? failureOf(decisionFailures[decision], outcome.error) : undefined,
    );

  async function carryOut(decision: Decision, item: QueueItem, { on }: Knowing = {}) {
    fail(item, undefined);
    const outcome = await send(decision, item, on);
    note(decision, item, outcome);
    if (decision === "approve" && outcome.kind === "ok") warnOfOther(item, outcome.reply);
    if (decision === "approve" && outcome.kind === "rejected") {
      const present = await readAgain(item.id);
      if (present && isOther(item, present)) setAsked({ on, item: present });
    }
  }

  function decide(
    decision: Decision,
    item: QueueItem,
    { element, timeStamp, detail }: Press,
    knowing?: Knowing,
  ) {
    // The next card moves under the pointer and takes the focus: the second half of a double
    // click, or an Enter that bounced, would decide on a post that nobody has read.
    const isKey = detail === 0;
    if (detail > 1 || (isKey && timeStamp - lastPress.current < rebound)) return;
    if (decision === "approve" && !knowing && breaksRule(item)) {
      stop([item]);
      return;
    }
    lastPress.current = timeStamp;
    if (decision === "approve" && hasChanged(item)) {
      setAsked({ ...knowing, item });
      return;
    }
    focusNeighbour(element);
    void carryOut(decision, item, knowing);
  }

  const stop = (items: readonly QueueItem[]) =>
    setStopped((ids) => new Set([...ids, ...items.map(({ id }) => String(id))]));

  return {
    isLeaving: (id: Id) => leaving.has(String(id)),
    failureOf: (id: Id) => failures.get(String(id)),
    decide,
    hasChanged,
    /** The item as the list has it now. */
    presentOf,
    /** Notes that their approval was stopped, because they break a rule. */
    stop,
    fail,
    note,
    /** The operator knows this version: approving it does not ask. */
    know: (item: QueueItem) => {
      shown.current.set(String(item.id), item);
      setStopped((ids) => new Set([...ids].filter((id) => id !== String(item.id))));
    },
    /** Whether its approval was stopped, because it breaks a rule. */
    isStopped: (item: QueueItem) => stopped.has(String(item.id)) && breaksRule(item),
    /** The changed post whose approval needs a confirmation; undefined if there is none. */
    asked: asked?.item,
    answer: (isSure: boolean) => {
      if (!asked) return;
      const { item } = asked;
      shown.current.set(String(item.id), item);
      setAsked(undefined);
      fail(item, undefined);
      if (isSure) void carryOut("approve", item, asked);
    },
  };
}

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
