import { RotateCw } from "lucide-react";
import { useMemo } from "react";
import { LazyPart } from "@/shared/lazy/lazy-boundary";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { useZone } from "@/shared/time/use-now";
import { Button } from "@/shared/ui/button/button";
import { Skeleton } from "@/shared/ui/status/skeleton";
import { type Point, pointsOf, type SeriesKey, type Snapshot, seriesLabels } from "../../series";
import { zoneAt } from "../../ticks";
import styles from "./snapshot-chart.module.css";
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

const LineChart = lazyWithPreload(() => import("./line-chart").then((chart) => chart.LineChart));

type SnapshotLineProps = {
  points: readonly Point[];
  /** The name of the figure that is plotted. */
  label: string;
};

/** Without a canvas, as in jsdom, the table beside the chart has the figures. */
const hasCanvas = "Path2D" in globalThis;

/** The line chart. Its code and its library load when a chart is first shown. */
function SnapshotLine(props: SnapshotLineProps) {
  if (!hasCanvas) return <div className={styles.frame} />;
  return (
    <LazyPart
      key={props.label}
      fallback={
        <div className={styles.frame}>
          <Skeleton height="100%" radius={8} />
        </div>
      }
      failed={(onRetry) => <ChartFailed onRetry={onRetry} />}
    >
      <LineChart {...props} />
    </LazyPart>
  );
}

const ChartFailed = ({ onRetry }: { onRetry: () => void }) => (
  <div role="alert" className={styles.failed}>
    <p>The chart could not be shown. The table has the same figures.</p>
    <Button size="sm" icon={<RotateCw />} onClick={onRetry}>
      Try again
    </Button>
  </div>
);
