import { CatchBoundary } from "@tanstack/react-router";
import { RotateCw } from "lucide-react";
import { Suspense, use } from "react";
import { Button } from "@/shared/ui/button";
import { Skeleton } from "@/shared/ui/skeleton";
import { chartCode } from "../chart-code";
import type { Point } from "../series";
import styles from "./snapshot-chart.module.css";

type SnapshotLineProps = {
  points: readonly Point[];
  /** What is measured. */
  label: string;
};

/** Where nothing can be drawn, as in jsdom, the table beside it has the figures. */
const canDraw = "Path2D" in globalThis;

/** The line itself, whose code comes when it is first needed. A failure costs the picture alone. */
export function SnapshotLine(props: SnapshotLineProps) {
  if (!canDraw) return <div className={styles.frame} />;
  return (
    <CatchBoundary
      getResetKey={() => props.label}
      errorComponent={({ reset }) => (
        <NotDrawn
          onRetry={() => {
            chartCode.forget();
            reset();
          }}
        />
      )}
    >
      <Suspense
        fallback={
          <div className={styles.frame}>
            <Skeleton height="100%" radius={8} />
          </div>
        }
      >
        <LoadedLine {...props} />
      </Suspense>
    </CatchBoundary>
  );
}

function LoadedLine(props: SnapshotLineProps) {
  const LineChart = use(chartCode.load());
  return <LineChart {...props} />;
}

const NotDrawn = ({ onRetry }: { onRetry: () => void }) => (
  <div role="alert" className={styles.notDrawn}>
    <p>The chart could not be drawn. The table has the same figures.</p>
    <Button size="sm" icon={<RotateCw />} onClick={onRetry}>
      Try again
    </Button>
  </div>
);
