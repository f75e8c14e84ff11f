import { useCallback, useState } from "react";
import type uPlot from "uplot";
import UPlot from "uplot";
import { formatCount, formatFigure } from "@/shared/format/number";
import { clock } from "@/shared/time/clock";
import { Time } from "@/shared/time/time";
import { marksOf, type Point } from "../../series";
import { tickLabels } from "../../ticks";
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

type LineTipProps = { points: readonly Point[]; pointed: Pointed };

/** Shows the value and time of the point under the pointer, and the growth since the one before. */
function LineTip({ points, pointed }: LineTipProps) {
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

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The possible steps between marks of the time axis; none is finer than the labels can show. */
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 4, 6, 8, 12].map((count) => count * hour),
  ...[1, 2, 3, 5, 7, 10, 14, 30, 90, 180, 365].map((count) => count * day),
];

/** Reads the design tokens for the canvas, which the style sheet does not reach. */
function inkOf(place: Element) {
  const style = getComputedStyle(place);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    line: token("--chart-line"),
    grid: token("--line-2"),
    axis: token("--chart-axis"),
    ground: token("--surface-2"),
    font: `${style.fontSize} ${style.fontFamily}`,
  };
}

/** The point under the pointer, its position in the chart, and where beside it a tip has room. */
export type Pointed = {
  readonly index: number;
  readonly left: number;
  readonly top: number;
  readonly side: "start" | "end";
  readonly level: "above" | "below";
};

/**
 * Returns the options for one line over time, from zero, with its points as rings.
 *
 * @param place the element that gives the size and the colours
 * @param onPoint called with the nearest point while the pointer is over the chart
 */
function lineOptions(
  place: HTMLElement,
  highest: number,
  onPoint: (pointed: Pointed | undefined) => void,
): uPlot.Options {
  const ink = inkOf(place);
  const marks = marksOf(highest);
  const axis = { stroke: ink.axis, font: ink.font, ticks: { show: false } };
  return {
    width: place.clientWidth,
    height: place.clientHeight,
    ms: 1,
    legend: { show: false },
    padding: [10, 14, 0, 0],
    scales: {
      // Even if all points have the same time, the axis needs a width.
      x: {
        time: true,
        range: (_, min, max) => (min < max ? [min, max] : [min - hour, max + hour]),
      },
      y: { range: () => [0, marks.at(-1) ?? 1] },
    },
    series: [
      {},
      {
        stroke: ink.line,
        width: 2,
        points: { show: true, size: 8, width: 1.75, stroke: ink.line, fill: ink.ground },
      },
    ],
    axes: [
      {
        ...axis,
        // Taller if a label has the day on a second line.
        size: (_, labels) => (labels?.some((label) => label?.includes("\n")) ? 42 : 26),
        space: 84,
        gap: 8,
        incrs: steps,
        grid: { show: false },
        values: (_, times, _axis, _space, step) => tickLabels(times, step, clock.now()),
      },
      {
        ...axis,
        size: 46,
        gap: 8,
        splits: () => [...marks],
        grid: { stroke: ink.grid, width: 1 },
        values: (_, values) => values.map(formatCount),
      },
    ],
    cursor: {
      y: false,
      drag: { x: false, y: false },
      points: { size: 10, width: 0, fill: ink.line },
      // The cursor snaps to the measurements.
      move: (plot, left, top) => {
        const time = left < 0 ? undefined : plot.data[0]?.[plot.posToIdx(left)];
        return time === undefined ? [left, top] : [plot.valToPos(time, "x"), top];
      },
    },
    hooks: { setCursor: [(plot) => onPoint(pointedIn(plot))] },
  };
}

/** The room that a tip of two lines needs, in px; above the point it may cover the caption. */
const roomAbove = 36;
const roomBelow = 64;

function pointedIn({ cursor, data, over, valToPos }: uPlot): Pointed | undefined {
  const { idx: index, left = -1 } = cursor;
  if (index === null || index === undefined || left < 0) return undefined;
  const value = data[1]?.[index];
  if (typeof value !== "number") return undefined;
  const top = valToPos(value, "y");
  const side = left > over.clientWidth / 2 ? "start" : "end";
  // A growing line leaves room above it on the left, and below it on the right.
  const isAbove = side === "start" ? top > roomAbove : over.clientHeight - top < roomBelow;
  return {
    index,
    left: over.offsetLeft + left,
    top: over.offsetTop + top,
    side,
    level: isAbove ? "above" : "below",
  };
}
