import { Download } from "lucide-react";
import { useState } from "react";
import { csvFileName } from "@/shared/csv/csv";
import { saveCsv } from "@/shared/csv/export-csv";
import { formatFigure } from "@/shared/format/number";
import { clock } from "@/shared/time/clock";
import { Button } from "@/shared/ui/button/button";
import { Checkbox } from "@/shared/ui/form-controls/checkbox";
import { VirtualList } from "@/shared/ui/table/virtual-list";
import { type ReportRow, reportCsv, resultWords } from "../../import/report";
import styles from "./import-dialog.module.css";

type ReportListProps = {
  rows: readonly ReportRow[];
  /** True once rows have been sent; before that, the rows to be sent are not listed. */
  isDone: boolean;
};

const rowHeight = 44;

/** Lists the outcome of the rows, or the expected one; at first only rows that were not added. */
export function ReportList({ rows, isDone }: ReportListProps) {
  const [all, showAll] = useState(false);
  const troubled = rows.filter(({ result }) =>
    isDone ? result !== "added" : result === "left out",
  );
  const shown = all ? rows : troubled;
  if (!isDone && troubled.length === 0) return null;
  const title = titleOf(rows, isDone);
  return (
    <div className={styles.report}>
      <div className={styles.reportHead}>
        <h3>
          {all ? "All rows" : title}: {formatFigure(shown.length)}
        </h3>
        {isDone && (
          <Checkbox
            label="Show all rows"
            checked={all}
            onCheckedChange={(checked) => showAll(checked === true)}
          />
        )}
        <Button
          size="sm"
          variant="ghost"
          icon={<Download />}
          onClick={() =>
            saveCsv(
              csvFileName(["import-report"], clock.now()),
              reportCsv(isDone ? rows : troubled),
            )
          }
        >
          Download report
        </Button>
      </div>
      {shown.length > 0 && (
        <VirtualList
          label={all ? "All rows" : title}
          items={shown}
          keyOf={({ line }) => line}
          height={Math.min(264, shown.length * rowHeight)}
          rowHeight={rowHeight}
          isStop
          className={styles.rows}
        >
          {({ line, email, name, result, reason }) => (
            <>
              <span className={styles.line}>Line {line}</span>
              <span className={styles.who} title={email || name}>
                {email || name || "Empty"}
              </span>
              <span className={styles.reason} data-result={result} title={reason}>
                {result === "left out" || result === "added" || result === "waiting"
                  ? reason
                  : `${resultWords[result]}: ${reason}`}
              </span>
            </>
          )}
        </VirtualList>
      )}
    </div>
  );
}

function titleOf(rows: readonly ReportRow[], isDone: boolean) {
  if (!isDone) return "Skipped rows";
  const isSure = rows.every(({ result }) => result !== "unclear");
  return isSure ? "Rows that were not added" : "Rows that may not have been added";
}
