import { formatFigure } from "@/shared/format/number";
import { Time } from "@/shared/time/time";
import type { Point } from "../series";
import type { Pointed } from "./line-options";
import styles from "./snapshot-chart.module.css";

type LineTipProps = { points: readonly Point[]; pointed: Pointed };

/** Shows the value and time of the point under the pointer, and the growth since the one before. */
export function LineTip({ points, pointed }: LineTipProps) {
  const { index, left, top, side, level } = pointed;
  const point = points[index];
  if (!point) return null;
  const before = points[index - 1];
  const growth = before && point.value - before.value;
  return (
    <div className={styles.tip} data-side={side} data-level={level} style={{ left, top }}>
      <b>{formatFigure(point.value)}</b> <Time value={point.time} />
      {growth !== undefined && (
        <p>
          {growth < 0 ? "−" : "+"}
          {formatFigure(Math.abs(growth))} since the previous snapshot
        </p>
      )}
    </div>
  );
}
