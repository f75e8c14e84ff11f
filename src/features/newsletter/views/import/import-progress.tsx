import { useBlocker } from "@tanstack/react-router";
import { CircleStop, RotateCw } from "lucide-react";
import { formatFigure } from "@/shared/format/number";
import { nameRetry, sayUnclear } from "@/shared/query/batch-ends";
import { session } from "@/shared/session/session";
import { Button } from "@/shared/ui/button/button";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";
import { BatchWait } from "@/shared/ui/status/batch-wait";
import { Progress } from "@/shared/ui/status/progress";
import { rowsToRetry, tallyOf, unsentRows } from "../../import/report";
import styles from "./import-dialog.module.css";
import type { Import } from "./use-import";

/** Shows the import's progress and, at the end, its result. Renders nothing before an import. */
export function ImportProgress({ work }: { work: Import }) {
  const { batch, check, results, showReport, stop, again, forget } = work;
  if (!batch || check?.is !== "checked") return null;
  const { good, left } = check;
  const { added, refused, unclear, failed } = tallyOf(results);
  const retry = nameRetry({ unclear, failed });
  const unsent = batch.isRunning ? [] : unsentRows(good, results);
  const words = [
    `${formatFigure(added)} added`,
    refused > 0 && `${formatFigure(refused)} refused`,
    unclear > 0 && sayUnclear(formatFigure(unclear)),
    failed > 0 && `${formatFigure(failed)} failed`,
    unsent.length > 0 && `${formatFigure(unsent.length)} not sent`,
    left.length > 0 && `${formatFigure(left.length)} skipped`,
  ].filter(Boolean);
  return (
    <fieldset className={styles.progress} aria-label="Import">
      <p className={styles.progressTitle}>
        {batch.isRunning
          ? `Importing ${formatFigure(results.length)} of ${formatFigure(good.length)}`
          : unsent.length > 0
            ? "Import stopped"
            : "Import finished"}
      </p>
      {batch.isRunning && (
        <Progress
          label={`Importing ${formatFigure(good.length)} subscribers`}
          value={results.length}
          max={good.length}
        />
      )}
      <BatchWait until={batch.waitUntil} />
      <p className={styles.progressWords} role={batch.isRunning ? undefined : "status"}>
        {words.join(", ")}.
      </p>
      <div className={styles.progressActions}>
        {batch.isRunning ? (
          <Button size="sm" icon={<CircleStop />} onClick={stop}>
            Stop
          </Button>
        ) : (
          <>
            {retry && (
              <Button size="sm" icon={<RotateCw />} onClick={() => again(rowsToRetry(results))}>
                {retry}
              </Button>
            )}
            {unsent.length > 0 && (
              <Button size="sm" icon={<RotateCw />} onClick={() => again(unsent)}>
                Import the rest
              </Button>
            )}
          </>
        )}
        <Button size="sm" variant="ghost" onClick={showReport}>
          Show report
        </Button>
        {!batch.isRunning && (
          <Button size="sm" variant="ghost" onClick={forget}>
            Close
          </Button>
        )}
      </div>
    </fieldset>
  );
}

/** Asks before the operator leaves a running import in any way, because leaving stops it. */
export function LeaveImport({ isRunning }: { isRunning: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isRunning &&
      session.state() === "signed-in" &&
      (current.pathname !== next.pathname || placeOf(current.search) !== placeOf(next.search)),
    enableBeforeUnload: isRunning,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === "blocked"}
      onOpenChange={(isOpen) => isOpen || blocker.reset?.()}
      title="Leave during the import?"
      confirm="Leave"
      cancel="Stay"
      onConfirm={() => blocker.proceed?.()}
    >
      Leaving stops the import. Added subscribers stay. Import the same file again to add the rest.
    </ConfirmDialog>
  );
}

/** The search parameters that decide whether the list is shown. */
const placeOf = (search: object) => {
  const { group, tab } = search as Record<string, unknown>;
  return JSON.stringify([group, tab]);
};
