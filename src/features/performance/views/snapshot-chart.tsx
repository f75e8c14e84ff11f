import { useMemo } from "react";
import { useZone } from "@/shared/time/use-zone";
import { pointsOf, type SeriesKey, type Snapshot, seriesLabels } from "../series";
import { zoneAt } from "../ticks";
import styles from "./snapshot-chart.module.css";
import { SnapshotLine } from "./snapshot-line";
import { SnapshotTable } from "./snapshot-table";

type SnapshotChartProps = { snapshots: readonly Snapshot[]; series: SeriesKey };

/** Shows the growth of one figure of a post as a line, and all figures as a table. */
export function SnapshotChart({ snapshots, series }: SnapshotChartProps) {
  const points = useMemo(() => pointsOf(snapshots, series), [snapshots, series]);
  // The line's axis is drawn once, in the zone of that time.
  const zone = useZone();
  const label = seriesLabels[series];
  const last = points.at(-1);
  return (
    <div className={styles.chart}>
      {last === undefined || points.length < 2 ? (
        <p className={styles.tooFew}>Not enough historical data to draw a chart.</p>
      ) : (
        <figure className={styles.figure}>
          <figcaption className={styles.caption}>
            <span>
              {label}, {points.length} snapshots
            </span>
            <span>{zoneAt(last.at)}</span>
          </figcaption>
          <SnapshotLine key={zone} points={points} label={label} />
        </figure>
      )}
      {snapshots.length > 0 && <SnapshotTable snapshots={snapshots} />}
    </div>
  );
}
