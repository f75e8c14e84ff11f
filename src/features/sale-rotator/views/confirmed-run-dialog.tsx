import { ArrowRight, CircleStop } from "lucide-react";
import type { Group } from "@/entities/group";
import { lineOf } from "@/shared/query/outcome";
import { Button } from "@/shared/ui/button/button";
import { Dialog } from "@/shared/ui/dialog/dialog";
import { FormError, Notice } from "@/shared/ui/panel/notice";
import { Progress } from "@/shared/ui/status/progress";
import { mayGoOn, type RunState } from "../confirmed-run";
import type { Run } from "../schema";
import styles from "./confirmed-run.module.css";
import { JustDone } from "./just-done";
import { RemainingSteps } from "./remaining-steps";
import { RunLog } from "./run-log";
import { TargetShop } from "./target-shop";
import type { ConfirmedRun } from "./use-confirmed-run";

type ConfirmedRunDialogProps = { group: Group; run: ConfirmedRun };

/** Closes only through its buttons: a run is stopped on purpose, never by Esc. */
export function ConfirmedRunDialog({ group, run }: ConfirmedRunDialogProps) {
  const { state } = run;
  return (
    <Dialog
      open={"run" in state}
      onOpenChange={() => {}}
      closable={false}
      size="lg"
      title="Confirmed Live Run"
      description={
        <>
          {group.name}: each step changes the shop, then waits for you. <TargetShop group={group} />
        </>
      }
      footer={<RunFooter run={run} />}
    >
      {"run" in state && (
        <>
          <WhatRemains run={state.run} />
          <JustDone run={state.run} isProceeding={state.is === "proceeding"} />
          {state.is === "finished" && (
            <Notice tone="success" title="The run is finished.">
              {state.run.summary && <p>{state.run.summary}</p>}
            </Notice>
          )}
          <RunFailure state={state} />
          {state.is !== "finished" && <RemainingSteps run={state.run} />}
          <RunLog log={state.run.log} group={group.name} />
        </>
      )}
    </Dialog>
  );
}

function RunFooter({ run: { state, proceed, stop, close } }: { run: ConfirmedRun }) {
  if (state.is === "finished") {
    return (
      <Button variant="primary" data-begin="" onClick={close}>
        Close
      </Button>
    );
  }
  return (
    <>
      <span className={styles.footNote}>Closing this tab stops the run here.</span>
      <Button
        icon={<CircleStop />}
        disabled={!mayGoOn(state)}
        title={mayGoOn(state) ? undefined : "A step is running."}
        onClick={stop}
      >
        Stop
      </Button>
      <Button
        variant="primary"
        icon={<ArrowRight />}
        busy={state.is === "proceeding"}
        onClick={() => void proceed()}
      >
        Proceed
      </Button>
    </>
  );
}

function WhatRemains({ run: { total, updates, removals } }: { run: Run }) {
  const done = Math.max(0, total - updates.length - removals.length);
  return (
    <div className={styles.remains}>
      <div>
        <strong>
          {done} of {total} done
        </strong>
        <Progress label="Progress of the run" value={done} max={total} />
      </div>
      <p>
        <b>{updates.length}</b> {updates.length === 1 ? "update remains" : "updates remain"}
      </p>
      <p>
        <b>{removals.length}</b> {removals.length === 1 ? "removal remains" : "removals remain"}
      </p>
    </div>
  );
}

function RunFailure({ state }: { state: RunState }) {
  if (state.is !== "error") return null;
  return (
    <FormError
      text="An error occurred. You can stop the run or try again."
      detail={lineOf(state.failure)}
    />
  );
}
