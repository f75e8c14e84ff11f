import type { ReactNode } from "react";
import { formatCount, formatFigure, formatPercent, notMeasured } from "@/shared/format/number";
import styles from "./figures.module.css";

type FigureCellProps = { label: string; value: number | null | undefined };

/** Shows a short figure, with the full one as title; zero and "not measured" are muted. */
export const FigureCell = ({ label, value }: FigureCellProps) => (
  <td
    className={value ? undefined : "t3"}
    data-label={label}
    data-align="end"
    title={formatFigure(value)}
  >
    {formatCount(value)}
  </td>
);

export function Engagement({ rate }: { rate: number | null | undefined }) {
  const level = engagementLevel(rate);
  return level ? (
    <EngagementLevel level={level}>{formatPercent(rate)}</EngagementLevel>
  ) : (
    <span className="t3">{notMeasured}</span>
  );
}

const words = { 1: "low", 2: "medium", 3: "high" };

type EngagementLevelProps = {
  level: 1 | 2 | 3;
  /** The figure: it takes the level's colour, and a screen reader reads the level after it. */
  children?: ReactNode;
};

/** Shows a level as 1 to 3 bars and by its colour. Without children it is decoration beside a figure. */
export function EngagementLevel({ level, children }: EngagementLevelProps) {
  return (
    <span className={styles.level} data-level={level}>
      <span className={styles.bars} aria-hidden="true">
        {[1, 2, 3].map((bar) => (
          <span key={bar} data-lit={bar <= level ? "" : undefined} />
        ))}
      </span>
      {children}
      {children !== undefined && <span className="visually-hidden">, {words[level]}</span>}
    </span>
  );
}

/**
 * Returns the level of an engagement rate: 3 from 5%, 2 from 2%, 1 below; undefined if unmeasured.
 * The rate is a fraction.
 */
export function engagementLevel(rate: number | null | undefined): 1 | 2 | 3 | undefined {
  if (typeof rate !== "number" || !Number.isFinite(rate)) return undefined;
  if (rate >= 0.05) return 3;
  return rate >= 0.02 ? 2 : 1;
}
