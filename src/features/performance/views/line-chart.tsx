import { useCallback, useState } from "react";
import UPlot from "uplot";
import { formatFigure } from "@/shared/format/number";
import type { Point } from "../series";
import { lineOptions, type Pointed } from "./line-options";
import { LineTip } from "./line-tip";
import styles from "./snapshot-chart.module.css";

type LineChartProps = {
  /** At least two, the oldest first. */
  points: readonly Point[];
  label: string;
};

/** Renders with uPlot, whose only markup is boxes that it styles through the CSSOM. */
export function LineChart({ points, label }: LineChartProps) {
  const [pointed, setPointed] = useState<Pointed>();

  const mountPlot = useCallback(
    (place: HTMLDivElement) => {
      const values = points.map(({ value }) => value);
      const point = (next: Pointed | undefined) =>
        setPointed((before) => (before?.index === next?.index ? before : next));
      const plot = new UPlot(
        lineOptions(place, Math.max(...values), point),
        [points.map(({ at }) => at), values],
        place,
      );
      const observer = new ResizeObserver(() => {
        setPointed(undefined);
        plot.setSize({ width: place.clientWidth, height: place.clientHeight });
      });
      observer.observe(place);
      return () => {
        observer.disconnect();
        plot.destroy();
        setPointed(undefined);
      };
    },
    [points],
  );

  const [first, last] = [points[0], points.at(-1)];
  return (
    <div
      className={styles.frame}
      role="img"
      aria-label={`${label} from ${formatFigure(first?.value)} to ${formatFigure(last?.value)} over ${points.length} snapshots`}
    >
      <div ref={mountPlot} className={styles.plot} />
      {pointed && <LineTip points={points} pointed={pointed} />}
    </div>
  );
}
