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

const week = [0, 1, 2, 3, 4, 5, 6];

/** Days the unused pool lasts: a segment a day, up to a week; null means nothing uses it up. */
export function RunwayMeter({ days }: { days: number | null }) {
  const left = days ?? 0;
  return (
    <span className={styles.runway} data-level={levelOf(days)}>
      <span className={styles.segments} aria-hidden="true">
        {week.map((day) => (
          <span key={day}>
            <span style={{ width: `${Math.min(1, Math.max(0, left - day)) * 100}%` }} />
          </span>
        ))}
      </span>
      <span>{days === null ? "—" : `${days.toFixed(1)} d`}</span>
    </span>
  );
}

function levelOf(days: number | null) {
  if (days === null) return "none";
  if (days < 1) return "out";
  return days < 3 ? "low" : "enough";
}
