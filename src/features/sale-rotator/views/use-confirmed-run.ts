import { useEffect, useRef, useState } from "react";
import { isOffered } from "@/shared/api/capabilities";
import { reasonOf } from "@/shared/api/errors";
import type { Id } from "@/shared/api/id";
import { type Failure, failureOf, lineOf, type Outcome } from "@/shared/query/outcome";
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
} from "../confirmed-run";
import { saleRotatorApi } from "../contract";
import { keptRuns } from "../kept-run";
import {
  proceedFailure,
  startFailure,
  stopFailure,
  useProceedRun,
  useStartRun,
  useStopRun,
} from "../mutations";
import { takeTurn } from "../run-turn";
import type { ConfirmedStep, Run } from "../schema";

const elsewhere: Failure = {
  text: "A confirmed live run of this group is open in another tab of this browser.",
  detail: "Finish or stop it there. Nothing was sent.",
};
const unreadable: Failure = {
  text: "It was done, but the answer could not be read.",
  detail: "Proceed asks for the same step again and does not do it twice.",
};

/** What it means that the server may hold a run which the console has ended. */
function untold({ kind, error }: Extract<Outcome<unknown>, { error: unknown }>) {
  const isUnknown = kind === "unknown";
  const title = isUnknown ? "The server may not know that the run is stopped." : stopFailure;
  const reason = isUnknown ? reasonOf(error) : failureOf(stopFailure, error).detail;
  const meaning = "The server may keep the run, and refuse a new one, for up to 15 minutes.";
  return { title, detail: reason ? lineOf({ text: reason, detail: meaning }) : meaning };
}

/** A confirmed run of one group: the machine, and what it sends, keeps and says. */
export function useConfirmedRun(group: Id, onShopChanged: () => void) {
  const [state, setState] = useState(idle);
  const [kept, setKept] = useState(() => keptRuns.read(group));
  const [refusal, setRefusal] = useState<Failure>();
  /** What has been pressed is known in the very event, and not only with the next render. */
  const now = useRef<RunState>(idle);
  const giveBack = useRef<() => void>(undefined);
  const taking = useRef<Promise<boolean>>(undefined);
  const starting = useStartRun();
  const proceeding = useProceedRun();
  const stopping = useStopRun();
  useWarningBeforeLeaving(isUnderWay(state));
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      giveBack.current?.();
    };
  }, []);

  /** @returns whether the event fitted */
  function apply(event: RunEvent): boolean {
    const next = advance(now.current, event);
    const fits = next !== now.current;
    now.current = next;
    setState(next);
    if (fits) keptRuns.write(group, keptOf(next));
    if (!isUnderWay(next)) giveBack.current?.();
    return fits;
  }

  /** For two presses at once it is taken once: who takes it again would find it taken. */
  function hasTurn(): Promise<boolean> {
    taking.current ??= takeOurs().finally(() => {
      taking.current = undefined;
    });
    return taking.current;
  }

  async function takeOurs(): Promise<boolean> {
    giveBack.current?.();
    giveBack.current = await takeTurn(group);
    // Left while the turn was awaited: kept, it would lock the group's runs until a reload.
    if (!isMounted.current) giveBack.current?.();
    setRefusal(giveBack.current ? undefined : elsewhere);
    return giveBack.current !== undefined;
  }

  async function start() {
    if (!apply({ type: "start" })) return;
    if (!(await hasTurn())) return apply({ type: "startFailed" });
    // Stopped while the turn was awaited.
    if (now.current.is !== "starting") return;
    const outcome = await starting.send({ params: { groupId: group }, body: null });
    if (outcome.kind === "ok") return take(outcome.reply);
    if ("error" in outcome) setRefusal(failureOf(startFailure, outcome.error));
    // A run that cannot be read cannot be gone on with, and would keep the next one out.
    if (outcome.kind === "unreadable") {
      setRefusal({
        text: "The answer of the server could not be read.",
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

  /** The console is done with the run, whatever the server says; what it does not hear of is told. */
  async function tellServerToStop(runId: Run["runId"]) {
    if (!isOffered(saleRotatorApi.stop)) return;
    const outcome = await stopping.send({
      params: { groupId: group },
      query: runId === null || runId === undefined ? {} : { run_id: runId },
    });
    if ("error" in outcome) toasts.show({ kind: "error", ...untold(outcome) });
  }

  async function resume() {
    if (!kept || !(await hasTurn())) return;
    setKept(undefined);
    apply({ type: "resume", run: kept });
  }

  return {
    state,
    /** Began before a reload and was not ended. */
    interrupted: state.is === "idle" ? kept : undefined,
    startFailure: state.is === "idle" ? refusal : undefined,
    start,
    proceed,
    stop,
    close: () => apply({ type: "close" }),
    resume,
    /** Ends what a reload has interrupted. */
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
