import { RotateCw } from "lucide-react";
import { LazyPart } from "@/shared/lazy/lazy-part";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { Button } from "@/shared/ui/button";
import { Skeleton } from "@/shared/ui/skeleton";
import type { Point } from "../series";
import styles from "./snapshot-chart.module.css";

const LineChart = lazyWithPreload(() => import("./line-chart").then((chart) => chart.LineChart));

type SnapshotLineProps = {
  points: readonly Point[];
  /** The name of the figure that is plotted. */
  label: string;
};

/** Without a canvas, as in jsdom, the table beside the chart has the figures. */
const hasCanvas = "Path2D" in globalThis;

/** The line chart. Its code and its library load when a chart is first shown. */
export function SnapshotLine(props: SnapshotLineProps) {
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
