import { ArrowRight, CircleStop } from "lucide-react";
import { useMemo } from "react";
import type { Group } from "@/entities/group";
import type { Id } from "@/shared/api/id";
import { counted } from "@/shared/format/number";
import { lineOf } from "@/shared/query/outcome";
import { Button } from "@/shared/ui/button/button";
import { Dialog } from "@/shared/ui/dialog/dialog";
import { FormError, Notice } from "@/shared/ui/panel/notice";
import { Progress } from "@/shared/ui/status/progress";
import { mayGoOn, type RunState } from "../confirmed-run";
import { type ReviewRow, rowOfAddition, rowOfRemoval } from "../dry-run-review";
import { additionSchema, type Run, removalSchema } from "../schema";
import { ProductPrices, Tags } from "./change";
import styles from "./confirmed-run.module.css";
import { DiffList } from "./diff-list";
import { JustDone, RunLog } from "./done-steps";
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

/** The step that 'Proceed' does next, and all that remain. */
function RemainingSteps({ run }: { run: Run }) {
  const { next, updates, removals, unreadable } = useMemo(() => remainingSteps(run), [run]);
  return (
    <>
      {next && <NextStep step={next} />}
      <div className={styles.lists}>
        <DiffList title="Remaining updates" level="h3" none="No updates remain." rows={updates} />
        <DiffList
          title="Remaining removals"
          level="h3"
          none="No removals remain."
          rows={removals}
        />
      </div>
      {unreadable > 0 && (
        <p className={styles.unreadable}>
          {counted(unreadable, "remaining step")} cannot be shown, but will still be done.
        </p>
      )}
    </>
  );
}

const NextStep = ({ step }: { step: ReviewRow }) => (
  <section className={styles.justDone} aria-label="Next step">
    <p>Next: {step.action === "add" ? "put on sale" : "take off sale"}</p>
    <div className={styles.done}>
      <div>
        <strong>{step.name}</strong>
        <ProductPrices {...step} />
      </div>
      <Tags tags={step.tags} action={step.action} />
    </div>
  </section>
);

type Remaining = {
  readonly updates: readonly ReviewRow[];
  readonly removals: readonly ReviewRow[];
  /** Steps of another server that the console cannot read; they are sent back all the same. */
  readonly unreadable: number;
  /** The change of the next step; undefined if the server does not say so. */
  readonly next: ReviewRow | undefined;
};

/** Reads the remaining lists of a run, which themselves stay exactly as the server sent them. */
function remainingSteps({ updates, removals, nextId }: Run): Remaining {
  const read = {
    updates: updates.flatMap((step) => {
      const { data } = additionSchema.safeParse(step);
      return data ? [rowOfAddition(data)] : [];
    }),
    removals: removals.flatMap((step) => {
      const { data } = removalSchema.safeParse(step);
      return data ? [rowOfRemoval(data)] : [];
    }),
  };
  const all = [...read.removals, ...read.updates];
  return {
    ...read,
    unreadable: updates.length + removals.length - all.length,
    next: nextOf(all, nextId),
  };
}

/** Returns undefined for an id that is in both lists: it does not tell which of the two is next. */
function nextOf(rows: readonly ReviewRow[], id: Id | null | undefined) {
  const found = rows.filter((row) => row.id === String(id));
  return found.length === 1 ? found[0] : undefined;
}
