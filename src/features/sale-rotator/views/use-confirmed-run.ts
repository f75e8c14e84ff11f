import { useEffect, useRef, useState } from "react";
import { reasonOf } from "@/shared/api/errors";
import type { Id } from "@/shared/api/id";
import { type Failure, failureOf, lineOf, type Outcome } from "@/shared/query/outcome";
import { useOffered } from "@/shared/query/use-backend";
import { drafts, session } from "@/shared/session/session";
import { clock } from "@/shared/time/clock";
import { toasts } from "@/shared/toast/toast";
import {
  advance,
  idle,
  isUnderWay,
  keptOf,
  mayGoOn,
  type RunEvent,
  type RunState,
  requestOf,
  runDraft,
} from "../confirmed-run";
import { saleRotatorApi } from "../contract";
import {
  proceedFailure,
  startFailure,
  stopFailure,
  useProceedRun,
  useStartRun,
  useStopRun,
} from "../mutations";
import { type ConfirmedStep, keptRunSchema, type Run } from "../schema";

const elsewhere: Failure = {
  text: "A confirmed live run of this group is open in another browser tab.",
  detail: "Finish or stop it there. Nothing was sent.",
};
const unreadable: Failure = {
  text: "It was done, but the server's response could not be read.",
  detail: "Proceed asks for the same step again without repeating it.",
};

/** Returns the toast for a failed stop: the server may still hold the run that was ended here. */
function stopFailureToast({ kind, error }: Extract<Outcome<unknown>, { error: unknown }>) {
  const isUnknown = kind === "unknown";
  const title = isUnknown ? "The server may not know that the run is stopped." : stopFailure;
  const reason = isUnknown ? reasonOf(error) : failureOf(stopFailure, error).detail;
  const meaning = "The server may keep the run, and refuse a new one, for up to 15 minutes.";
  return { title, detail: reason ? lineOf({ text: reason, detail: meaning }) : meaning };
}

/** Runs a group's confirmed run: its state machine, requests, storage and messages. */
export function useConfirmedRun(group: Id, onShopChanged: () => void) {
  const [state, setState] = useState(idle);
  const [kept, setKept] = useState(() => keptRuns.read(group));
  const [refusal, setRefusal] = useState<Failure>();
  /** The current state, updated in the event itself and not only with the next render. */
  const now = useRef<RunState>(idle);
  const giveBack = useRef<() => void>(undefined);
  const taking = useRef<Promise<boolean>>(undefined);
  const starting = useStartRun();
  const proceeding = useProceedRun();
  const stopping = useStopRun();
  const isStopOffered = useOffered(saleRotatorApi.stop);
  useWarningBeforeLeaving(isUnderWay(state));
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      giveBack.current?.();
    };
  }, []);

  /** @returns true if the event fitted the state */
  function apply(event: RunEvent): boolean {
    const next = advance(now.current, event);
    const fits = next !== now.current;
    now.current = next;
    setState(next);
    if (fits) keptRuns.write(group, keptOf(next));
    if (!isUnderWay(next)) giveBack.current?.();
    return fits;
  }

  /** Takes the turn once for two presses at the same time: the second one would find it taken. */
  function hasTurn(): Promise<boolean> {
    taking.current ??= takeOurs().finally(() => {
      taking.current = undefined;
    });
    return taking.current;
  }

  async function takeOurs(): Promise<boolean> {
    giveBack.current?.();
    giveBack.current = await takeTurn(group);
    // If unmounted meanwhile, release the turn: it would lock the group's runs until a reload.
    if (!isMounted.current) giveBack.current?.();
    setRefusal(giveBack.current ? undefined : elsewhere);
    return giveBack.current !== undefined;
  }

  async function start() {
    if (!apply({ type: "start" })) return;
    if (!(await hasTurn())) return apply({ type: "startFailed" });
    // The run was stopped while the turn was awaited.
    if (now.current.is !== "starting") return;
    const outcome = await starting.send({ params: { groupId: group }, body: null });
    if (outcome.kind === "ok") return take(outcome.reply);
    if ("error" in outcome) setRefusal(failureOf(startFailure, outcome.error));
    // A run with an unreadable answer cannot be continued, and would block the next one.
    if (outcome.kind === "unreadable") {
      setRefusal({
        text: "The server's response could not be read.",
        detail: "Nothing was changed.",
      });
      void tellServerToStop(undefined);
    }
    apply({ type: "startFailed" });
  }

  async function proceed() {
    if (!mayGoOn(now.current)) return;
    const body = requestOf(now.current.run);
    apply({ type: "proceed" });
    const outcome = await proceeding.send({ params: { groupId: group }, body });
    if (outcome.kind === "ok") return take(outcome.reply);
    const failure = "error" in outcome ? failureOf(proceedFailure, outcome.error) : unreadable;
    const isInDoubt = outcome.kind !== "rejected" && outcome.kind !== "unsent";
    apply({ type: "failed", failure, isInDoubt });
  }

  function take(step: ConfirmedStep) {
    const isFirst = now.current.is === "starting";
    apply({ type: "answered", step, at: clock.now() });
    if (step.completed_action) onShopChanged();
    if (!isFirst && step.summary) toasts.show({ kind: "info", title: step.summary });
    if (!step.is_complete) return;
    const title = "Confirmed live run finished!";
    toasts.show({ kind: "success", title: isFirst ? `${title} No actions were needed.` : title });
  }

  function stop() {
    const run = keptOf(now.current);
    if (!apply({ type: "stop" })) return;
    void tellServerToStop(run?.runId);
    toasts.show({ kind: "info", title: "Confirmed live run stopped by user." });
  }

  /** The console has ended the run in any case; a toast reports if the server may not know. */
  async function tellServerToStop(runId: Run["runId"]) {
    if (!isStopOffered) return;
    const outcome = await stopping.send({
      params: { groupId: group },
      query: runId === null || runId === undefined ? {} : { run_id: runId },
    });
    if ("error" in outcome) toasts.show({ kind: "error", ...stopFailureToast(outcome) });
  }

  async function resume() {
    if (!kept || !(await hasTurn())) return;
    setKept(undefined);
    apply({ type: "resume", run: kept });
  }

  return {
    state,
    /** The run that began before a reload and was not ended. */
    interrupted: state.is === "idle" ? kept : undefined,
    startFailure: state.is === "idle" ? refusal : undefined,
    start,
    proceed,
    stop,
    close: () => apply({ type: "close" }),
    resume,
    /** Ends the run that a reload interrupted. */
    giveUp: async () => {
      await resume();
      stop();
    },
  };
}

export type ConfirmedRun = ReturnType<typeof useConfirmedRun>;

function useWarningBeforeLeaving(isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded) return;
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isNeeded]);
}

/**
 * Allows one confirmed run of a group at a time in all tabs of the browser; the server keeps other
 * browsers out. A tab that is closed releases its turn automatically.
 *
 * @returns a function that releases the turn; undefined if another tab has it
 */
function takeTurn(group: Id): Promise<(() => void) | undefined> {
  // Old browsers, and pages without TLS, have no locks: there the server alone decides.
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    locks
      .request(`confirmed-run-${group}`, { ifAvailable: true }, (lock) => {
        if (lock) return new Promise<void>((release) => resolve(release));
        resolve(undefined);
        return undefined;
      })
      .catch(() => resolve(() => {}));
  });
}

/** Keeps the confirmed run that is under way in this tab, so that a reload can resume it. */
const keptRuns = {
  read: (group: Id): Run | undefined => keptRunSchema.safeParse(drafts.read(runDraft(group))).data,

  write(group: Id, run: Run | undefined) {
    if (run === undefined) drafts.clear(runDraft(group));
    // After a logout the run has no owner any more, so it is not kept.
    else if (session.state() !== "signed-out") drafts.write(runDraft(group), run);
  },
};
