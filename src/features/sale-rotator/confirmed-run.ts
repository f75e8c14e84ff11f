import type { Failure } from "@/shared/query/outcome";
import type { ConfirmedStep, Run, StepLists } from "./schema";

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
      /** Whether the step may have been done all the same. */
      readonly isInDoubt: boolean;
    };

export const idle: RunState = { is: "idle" };

/** What an event makes of a run. One that does not fit the state changes nothing. */
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
            // A refusal is of this try alone: the doubt about one before it stays.
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
  };
  return { is: step.is_complete ? "finished" : "confirming", run };
}

/** Whether the operator may go on with it, or stop it. */
export const mayGoOn = (
  state: RunState,
): state is Extract<RunState, { is: "confirming" | "error" }> =>
  state.is === "confirming" || state.is === "error";

/** Whether leaving the page would leave something half done. */
export const isUnderWay = ({ is }: RunState) => is !== "idle" && is !== "finished";

/** A run whose first answer has not come: nothing is changed, and there is nothing to go on with. */
const begun: Run = { total: 0, updates: [], removals: [], log: [] };

export const isOnlyBegun = ({ total }: Run) => total === 0;

/** What is kept over a reload: of a step that is under way, what was sent, to be sent again. */
export function keptOf(state: RunState): Run | undefined {
  if (state.is === "starting") return begun;
  if (state.is === "proceeding") return inDoubt(state.run);
  return isUnderWay(state) && "run" in state ? state.run : undefined;
}

/** What goes to the server: null starts a run, the remaining lists do its next step. */
export const requestOf = ({ updates, removals }: Run) =>
  // They are the server's own, of whatever form: nothing of them was read.
  ({ updates, removals }) as StepLists;
