import { CircleStop, FlaskConical, ListChecks, Play, Zap } from "lucide-react";
import { useId, useState } from "react";
import { type Control, useFormState, useWatch } from "react-hook-form";
import type { Group } from "@/entities/group";
import { counted } from "@/shared/format/number";
import { useScreenAction } from "@/shared/keyboard/screen-actions";
import { Button } from "@/shared/ui/button/button";
import { FormError, Notice } from "@/shared/ui/panel/notice";
import { isOnlyBegun } from "../confirmed-run";
import type { DryRun } from "../dry-run";
import type { SaleSettings, SaleSettingsBody } from "../schema";
import { ConfirmedRunDialog } from "./confirmed-run-dialog";
import { LiveRunQuestion } from "./live-run-question";
import { RestorePrices } from "./restore-prices";
import styles from "./sale-rotator.module.css";
import { type ConfirmedRun, useConfirmedRun } from "./use-confirmed-run";
import { useRuns } from "./use-runs";

type RunBarProps = {
  group: Group;
  stored: SaleSettings;
  control: Control<SaleSettingsBody, unknown, SaleSettingsBody>;
  dryRun: DryRun | undefined;
  onDryRun: (dryRun: DryRun | undefined) => void;
};

/** The buttons of the three runs. Only one run at a time, and only while the rotator is enabled. */
export function RunBar({ group, stored, control, dryRun, onDryRun }: RunBarProps) {
  const reasonId = useId();
  const [isAsking, setAsking] = useState(false);
  const isTicked = useWatch({ control, name: "is_active" });
  const { isDirty } = useFormState({ control });
  const { dry, live } = useRuns(group, stored, onDryRun);
  const confirmed = useConfirmedRun(group.id, () => onDryRun(undefined));

  const isOn = stored.is_active && isTicked;
  const isInterrupted = confirmed.interrupted !== undefined;
  const isRunning = dry.isBusy || live.isBusy || confirmed.state.is !== "idle" || isInterrupted;
  const reason = isInterrupted
    ? "A confirmed live run was interrupted: resume or stop it first."
    : reasonFor({ isOn, isSavedOn: stored.is_active, isRunning, isDirty });
  /** The button of the current run is busy; the others are disabled, with a reason. */
  const off = (isBusy: boolean) => ({
    busy: isBusy,
    disabled: !isOn || (isRunning && !isBusy),
    "aria-describedby": reason ? reasonId : undefined,
  });

  // Only the dry run is a screen action, because it changes nothing in the shop.
  useScreenAction("Dry Run of the sale rotator", () => void dry.run(), isOn && !isRunning);

  return (
    <>
      <div className={styles.runs}>
        {reason && (
          <p id={reasonId} className={styles.reason}>
            {reason}
          </p>
        )}
        <Button icon={<FlaskConical />} {...off(dry.isBusy)} onClick={() => void dry.run()}>
          Dry Run
        </Button>
        <Button
          icon={<ListChecks />}
          {...off(confirmed.state.is === "starting")}
          onClick={() => void confirmed.start()}
        >
          Confirmed Live Run
        </Button>
        <Button
          variant="danger"
          icon={<Zap />}
          {...off(live.isBusy)}
          onClick={() => setAsking(true)}
        >
          Live Run
        </Button>
        <RestorePrices group={group} disabled={isRunning} onChanged={() => onDryRun(undefined)} />
      </div>
      {dry.failure && <FormError {...dry.failure} />}
      {confirmed.startFailure && <FormError {...confirmed.startFailure} />}
      <ResumeNotice run={confirmed} />
      <LiveRunQuestion
        open={isAsking}
        onClose={() => setAsking(false)}
        live={live}
        group={group}
        settings={stored}
        dryRun={dryRun}
      />
      <ConfirmedRunDialog group={group} run={confirmed} />
    </>
  );
}

type Standing = { isOn: boolean; isSavedOn: boolean; isRunning: boolean; isDirty: boolean };

function reasonFor({ isOn, isSavedOn, isRunning, isDirty }: Standing): string | undefined {
  if (!isSavedOn) return "To run it, tick 'Enabled' and save the settings.";
  if (!isOn) return "'Enabled' is not ticked.";
  if (isRunning) return "A run is in progress.";
  return isDirty ? "Runs use the last saved settings." : undefined;
}

/** Offers to resume or stop a run that a reload interrupted: nothing continues automatically. */
function ResumeNotice({ run }: { run: ConfirmedRun }) {
  const { interrupted } = run;
  if (!interrupted) return null;
  const { updates, removals } = interrupted;
  const canResume = !isOnlyBegun(interrupted);
  return (
    <Notice tone="warning" title="A confirmed live run was interrupted">
      <p>
        {canResume
          ? `${counted(updates.length, "update")} and ${counted(removals.length, "removal")} remain. A step in progress is not repeated.`
          : "It was just starting: nothing has changed. Stop it to start another."}
      </p>
      <div className={styles.choices}>
        {canResume && (
          <Button size="sm" icon={<Play />} onClick={() => void run.resume()}>
            Resume
          </Button>
        )}
        <Button size="sm" variant="ghost" icon={<CircleStop />} onClick={() => void run.giveUp()}>
          Stop run
        </Button>
      </div>
    </Notice>
  );
}
