import type { ReactNode } from "react";
import styles from "./level.module.css";
import { VisuallyHidden } from "./visually-hidden";

const words = { 1: "low", 2: "medium", 3: "high" };

type EngagementLevelProps = {
  level: 1 | 2 | 3;
  /** The figure itself: it takes the level's colour, and a screen reader hears the level after it. */
  children?: ReactNode;
};

/** Bars count the level, the colour repeats it. Alone it is a picture beside a figure. */
export function EngagementLevel({ level, children }: EngagementLevelProps) {
  return (
    <span className={styles.level} data-level={level}>
      <span className={styles.bars} aria-hidden="true">
        {[1, 2, 3].map((bar) => (
          <span key={bar} data-lit={bar <= level ? "" : undefined} />
        ))}
      </span>
      {children}
      {children !== undefined && <VisuallyHidden>, {words[level]}</VisuallyHidden>}
    </span>
  );
}

/** Where each day of a week begins in the picture, and where the last ends, in pixels. */
const begins = [0, 14, 25, 39, 50, 61, 72, 81] as const;
const dayWidth = 9;
/** What is seen of one bar, because a table has one in each row: a wider gap after day 1 and day 3. */
const segments = `path("${begins
  .slice(0, 7)
  .map((begin) => `M${begin} 2q0-2 2-2h5q2 0 2 2v5q0 2-2 2h-5q-2 0-2-2z`)
  .join("")}")`;

function widthOf(days: number) {
  const whole = Math.floor(days);
  return (begins[whole] ?? begins[7]) + (begins[whole + 1] ? (days - whole) * dayWidth : 0);
}

/** Days the unused pool lasts: a segment a day, up to a week; null means nothing uses it up. */
export function RunwayMeter({ days }: { days: number | null }) {
  return (
    <span className={styles.runway} data-level={levelOf(days)}>
      <span
        className={styles.segments}
        style={{
          backgroundSize: `${widthOf(Math.max(0, days ?? 0))}px`,
          clipPath: segments,
        }}
        aria-hidden="true"
      />
      <span>{days === null ? "—" : `${days.toFixed(1)} d`}</span>
    </span>
  );
}

function levelOf(days: number | null) {
  if (days === null) return "none";
  if (days < 1) return "out";
  return days < 3 ? "low" : "enough";
}
