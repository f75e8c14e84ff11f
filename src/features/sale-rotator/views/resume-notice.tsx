import { CircleStop, Play } from "lucide-react";
import { counted } from "@/shared/format/number";
import { Button } from "@/shared/ui/button";
import { Notice } from "@/shared/ui/notice";
import { isOnlyBegun } from "../confirmed-run";
import styles from "./sale-rotator.module.css";
import type { ConfirmedRun } from "./use-confirmed-run";

/** Offers to resume or stop a run that a reload interrupted: nothing continues automatically. */
export function ResumeNotice({ run }: { run: ConfirmedRun }) {
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
