import type { ReactNode } from "react";
import { VisuallyHidden } from "@/shared/ui/visually-hidden";
import styles from "./engagement-level.module.css";

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
      {children !== undefined && <VisuallyHidden>, {words[level]}</VisuallyHidden>}
    </span>
  );
}
