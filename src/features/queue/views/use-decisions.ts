import type { QueryKey } from "@tanstack/react-query";
import { type MouseEvent, useRef, useState } from "react";
import type { Id } from "@/shared/api/id";
import { type Failure, failureOf } from "@/shared/query/outcome";
import { usePending } from "@/shared/query/use-command";
import { queueApi } from "../contract";
import { type Decision, decisionFailures, useDecide } from "../mutations";

/** Within so many milliseconds a second press was meant for the card that has just left. */
const rebound = 400;

/**
 * Decisions as the list shows them: an item leaves when it is pressed and comes back when it is
 * refused, with the reason.
 */
export function useDecisions(refreshes: readonly QueryKey[]) {
  const send = useDecide(refreshes);
  const leaving = new Set(
    [...usePending(queueApi.approve), ...usePending(queueApi.reject)].map(({ id }) => String(id)),
  );
  const [failures, setFailures] = useState<ReadonlyMap<string, Failure>>(new Map());
  const lastPress = useRef(Number.NEGATIVE_INFINITY);

  async function decide(decision: Decision, id: Id, event: MouseEvent<HTMLElement>) {
    // The next card moves under the pointer and takes the focus: the second half of a double
    // click, or an Enter that bounced, would decide on a post that nobody has read.
    const isKey = event.detail === 0;
    if (event.detail > 1 || (isKey && event.timeStamp - lastPress.current < rebound)) return;
    lastPress.current = event.timeStamp;

    focusNeighbour(event.currentTarget);
    setFailures((all) => changed(all, id, undefined));
    const outcome = await send(decision, id);
    if ("error" in outcome) {
      const failure = failureOf(decisionFailures[decision], outcome.error);
      setFailures((all) => changed(all, id, failure));
    }
  }

  return {
    isLeaving: (id: Id) => leaving.has(String(id)),
    failureOf: (id: Id) => failures.get(String(id)),
    decide: (...press: Parameters<typeof decide>) => void decide(...press),
  };
}

/** Who decides by keyboard goes on with the next card's same button, or else with the one before. */
function focusNeighbour(button: HTMLElement) {
  const card = button.closest("li");
  const next = card?.nextElementSibling ?? card?.previousElementSibling;
  const same = next?.querySelector<HTMLElement>(`[data-decision="${button.dataset.decision}"]`);
  (same ?? button.closest<HTMLElement>("main"))?.focus({ preventScroll: same === undefined });
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
