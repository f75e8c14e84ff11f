import { Table2 } from "lucide-react";
import { useState } from "react";
import { formatFigure } from "@/shared/format/number";
import { Time } from "@/shared/time/time";
import { Button } from "@/shared/ui/button/button";
import { Table } from "@/shared/ui/table/table";
import { figureOf, type Snapshot, seriesKeys, seriesLabels } from "../../series";
import styles from "./snapshot-chart.module.css";

type SnapshotTableProps = { snapshots: readonly Snapshot[] };

/** The figures of the chart as a table: always for screen readers, and for everyone on demand. */
export function SnapshotTable({ snapshots }: SnapshotTableProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div>
      <Button size="sm" variant="ghost" icon={<Table2 />} onClick={() => setShown(!isShown)}>
        {isShown ? "Hide the figures as a table" : "Show all figures as a table"}
      </Button>
      {isShown ? (
        <div className={styles.table}>
          <Table label="Snapshots">
            <Rows snapshots={snapshots} />
          </Table>
        </div>
      ) : (
        // Not our `Table`, which is a tab stop where it scrolls.
        <div className={styles.unseen}>
          <table aria-label="Snapshots">
            <Rows snapshots={snapshots} />
          </table>
        </div>
      )}
    </div>
  );
}

const Rows = ({ snapshots }: SnapshotTableProps) => (
  <>
    <thead>
      <tr>
        <th scope="col">Measured</th>
        {seriesKeys.map((key) => (
          <th key={key} scope="col" data-align="end">
            {seriesLabels[key]}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {snapshots.map((snapshot, index) => (
        // Two snapshots may have the same time.
        // biome-ignore lint/suspicious/noArrayIndexKey: snapshots are in the order of their times
        <tr key={`${snapshot.snapshot_time} ${index}`}>
          <th scope="row">
            <Time value={snapshot.snapshot_time} />
          </th>
          {seriesKeys.map((key) => (
            <td key={key} data-label={seriesLabels[key]} data-align="end">
              {formatFigure(figureOf(snapshot, key))}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </>
);
