import { type PointerEvent, useState } from "react";
import { formatCount, formatFigure } from "@/shared/format/number";
import { Time } from "@/shared/time/time";
import { Table } from "@/shared/ui/table";
import {
  figureOf,
  marksOf,
  type Point,
  placesOf,
  pointsOf,
  type SeriesKey,
  type Snapshot,
  seriesKeys,
  seriesLabels,
} from "../series";
import styles from "./snapshot-chart.module.css";

type SnapshotChartProps = { snapshots: readonly Snapshot[]; series: SeriesKey };

/** How one figure of a post grew, as a line, and all of them as a table. */
export function SnapshotChart({ snapshots, series }: SnapshotChartProps) {
  const points = pointsOf(snapshots, series);
  return (
    <div className={styles.chart}>
      {points.length < 2 ? (
        <p className={styles.tooFew}>Not enough historical data to draw a chart.</p>
      ) : (
        <>
          <p className={styles.caption}>
            {seriesLabels[series]}, {points.length} snapshots
          </p>
          <Line key={series} points={points} label={seriesLabels[series]} />
        </>
      )}
      {snapshots.length > 0 && (
        <details className={styles.table}>
          <summary>Show all figures as a table</summary>
          <SnapshotTable snapshots={snapshots} />
        </details>
      )}
    </div>
  );
}

type LineProps = { points: readonly Point[]; label: string };

/** Only the line is drawn in an SVG that stretches; words and dots keep their size at any width. */
function Line({ points, label }: LineProps) {
  const [active, setActive] = useState<number>();
  const marks = marksOf(Math.max(...points.map(({ value }) => value)));
  const top = marks.at(-1) ?? 1;
  const places = placesOf(points, top);
  const [first, last] = [points[0], points.at(-1)];

  function follow({ currentTarget, clientX }: PointerEvent<HTMLElement>) {
    const { left, width } = currentTarget.getBoundingClientRect();
    const x = ((clientX - left) / width) * 100;
    const distances = places.map((place) => Math.abs(place.x - x));
    setActive(distances.indexOf(Math.min(...distances)));
  }

  return (
    <div
      className={styles.frame}
      role="img"
      aria-label={`${label} from ${formatFigure(first?.value)} to ${formatFigure(last?.value)} over ${points.length} snapshots`}
    >
      <div className={styles.marks}>
        {marks.map((mark) => (
          <span key={mark} style={{ bottom: `${(mark / top) * 100}%` }}>
            {formatCount(mark)}
          </span>
        ))}
      </div>
      <div
        className={styles.plot}
        onPointerMove={follow}
        onPointerLeave={() => setActive(undefined)}
      >
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {marks.map((mark) => (
            <line
              key={mark}
              className={styles.grid}
              x1="0"
              x2="100"
              y1={100 - (mark / top) * 100}
              y2={100 - (mark / top) * 100}
            />
          ))}
          <polyline
            className={styles.line}
            points={places.map(({ x, y }) => `${x},${y}`).join(" ")}
          />
        </svg>
        {places.map(({ x, y }, index) => (
          <span
            key={points[index]?.at}
            className={styles.dot}
            data-active={index === active ? "" : undefined}
            style={{ left: `${x}%`, top: `${y}%` }}
          />
        ))}
        {active !== undefined && <Tip points={points} active={active} place={places[active]} />}
      </div>
      <div className={styles.times}>
        <Time value={first?.time} />
        <Time value={last?.time} />
      </div>
    </div>
  );
}

type TipProps = {
  points: readonly Point[];
  active: number;
  place: { x: number; y: number } | undefined;
};

function Tip({ points, active, place }: TipProps) {
  const point = points[active];
  const before = points[active - 1];
  if (!point || !place) return null;
  const growth = before && point.value - before.value;
  return (
    <>
      <span className={styles.cross} style={{ left: `${place.x}%` }} />
      <div
        className={styles.tip}
        data-side={place.x > 50 ? "start" : "end"}
        style={{ left: `${place.x}%`, top: `${place.y}%` }}
      >
        <b>{formatFigure(point.value)}</b> <Time value={point.time} />
        {growth !== undefined && (
          <p>
            {growth < 0 ? "−" : "+"}
            {formatFigure(Math.abs(growth))} since the snapshot before
          </p>
        )}
      </div>
    </>
  );
}

const SnapshotTable = ({ snapshots }: { snapshots: readonly Snapshot[] }) => (
  <Table label="Snapshots">
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
      {snapshots.map((snapshot) => (
        <tr key={snapshot.snapshot_time}>
          <td>
            <Time value={snapshot.snapshot_time} />
          </td>
          {seriesKeys.map((key) => (
            <td key={key} data-align="end">
              {formatFigure(figureOf(snapshot, key))}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </Table>
);
