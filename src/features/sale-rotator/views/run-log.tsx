import { Download } from "lucide-react";
import { csvFileName } from "@/shared/csv/csv";
import { saveCsv } from "@/shared/csv/save-csv";
import { formatTime } from "@/shared/format/time";
import { clock } from "@/shared/time/clock";
import { Button } from "@/shared/ui/button";
import { runLogCsv } from "../run-log-csv";
import type { Run } from "../schema";
import styles from "./confirmed-run.module.css";
import { ActionPrices } from "./just-done";

type RunLogProps = { log: Run["log"]; group: string };

/** Lists the steps that were done with their times, newest first, and offers them as a download. */
export function RunLog({ log, group }: RunLogProps) {
  if (log.length === 0) return null;
  const download = () =>
    saveCsv(csvFileName(["confirmed-run", group], clock.now()), runLogCsv(log));
  return (
    <section className={styles.log} aria-label="Log">
      <div className={styles.logHead}>
        <h3>Log</h3>
        <Button size="sm" variant="ghost" icon={<Download />} onClick={download}>
          Download log
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it too */}
      <ol aria-label="Steps that were done" tabIndex={0}>
        {log.toReversed().map(({ at, action }) => (
          <li key={`${at} ${action.product_id}`}>
            <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>
            <span>{action.product_name}</span>
            <ActionPrices action={action} />
          </li>
        ))}
      </ol>
    </section>
  );
}
