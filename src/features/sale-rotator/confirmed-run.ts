import type { Id } from "@/shared/api/id";
import type { Failure } from "@/shared/query/outcome";
import { drafts } from "@/shared/session/session";
import type { CompletedAction, ConfirmedStep, Run, StepLists } from "./schema";

export type RunState =
  | { readonly is: "idle" }
  | { readonly is: "starting" }
  | { readonly is: "confirming"; readonly run: Run }
  | { readonly is: "proceeding"; readonly run: Run }
  | { readonly is: "error"; readonly run: Run; readonly failure: Failure }
  | { readonly is: "finished"; readonly run: Run };

export type RunEvent =
  | { readonly type: "start" | "startFailed" | "proceed" | "stop" | "close" }
  | { readonly type: "resume"; readonly run: Run }
  | { readonly type: "answered"; readonly step: ConfirmedStep; readonly at: number }
  | {
      readonly type: "failed";
      readonly failure: Failure;
      /** True if the step may have been done despite the failure. */
      readonly isInDoubt: boolean;
    };

export const idle: RunState = { is: "idle" };

/** Returns the state after an event. An event that does not fit the state changes nothing. */
export function advance(state: RunState, event: RunEvent): RunState {
  switch (event.type) {
    case "start":
      return state.is === "idle" ? { is: "starting" } : state;
    case "resume":
      return state.is === "idle" ? { is: "confirming", run: event.run } : state;
    case "startFailed":
      return state.is === "starting" ? idle : state;
    case "proceed":
      return mayGoOn(state) ? { is: "proceeding", run: state.run } : state;
    case "answered":
      return answered(state, event.step, event.at);
    case "failed":
      return state.is === "proceeding"
        ? {
            is: "error",
            // A refusal concerns only this attempt: doubt about an earlier attempt stays.
            run: event.isInDoubt ? inDoubt(state.run) : state.run,
            failure: event.failure,
          }
        : state;
    case "stop":
      return mayGoOn(state) ? idle : state;
    case "close":
      return state.is === "finished" ? idle : state;
  }
}

const inDoubt = (run: Run): Run => ({ ...run, isInDoubt: true });

function answered(state: RunState, step: ConfirmedStep, at: number): RunState {
  if (state.is !== "starting" && state.is !== "proceeding") return state;
  const before = state.is === "proceeding" ? state.run : undefined;
  const { remaining_updates: updates, remaining_removals: removals } = step;
  const log = before?.log ?? [];
  const run: Run = {
    runId: step.run_id ?? before?.runId,
    total: before?.total ?? updates.length + removals.length,
    updates,
    removals,
    log: step.completed_action ? [...log, { at, action: step.completed_action }] : log,
    summary: step.summary ?? null,
    nextId: step.next_product_id,
  };
  return { is: step.is_complete ? "finished" : "confirming", run };
}

/** Returns true if the operator may continue or stop the run. */
export const mayGoOn = (
  state: RunState,
): state is Extract<RunState, { is: "confirming" | "error" }> =>
  state.is === "confirming" || state.is === "error";

/** Returns true if leaving the page would leave a run unfinished. */
export const isUnderWay = ({ is }: RunState) => is !== "idle" && is !== "finished";

/** A run without its first answer: nothing has changed, and there is nothing to continue. */
const begun: Run = { total: 0, updates: [], removals: [], log: [] };

export const isOnlyBegun = ({ total }: Run) => total === 0;

/** Returns the run to keep over a reload; a step under way is kept as sent, to be sent again. */
export function keptOf(state: RunState): Run | undefined {
  if (state.is === "starting") return begun;
  if (state.is === "proceeding") return inDoubt(state.run);
  return isUnderWay(state) && "run" in state ? state.run : undefined;
}

/** Returns the body of the next step: the remaining lists. (The body null starts a run.) */
export const requestOf = ({ updates, removals }: Run) =>
  // The lists go back to the server in whatever form it sent them: they were not parsed.
  ({ updates, removals }) as StepLists;

/** Returns the price before a step of one variant: a crossed-out price that is higher than the new one. */
export const priceBefore = ({ price, compare_at_price }: CompletedAction): number | null =>
  typeof price === "number" && compare_at_price && compare_at_price > price
    ? compare_at_price
    : null;

/** The draft that keeps the confirmed run of a group over a reload. */
export const runDraft = (group: Id) => `confirmed-run-${group}`;

/** Returns true if a confirmed run of the group is under way in this tab, or was interrupted. */
export const hasInterruptedRun = (group: Id) => drafts.has(runDraft(group));
