import type { ReactNode } from "react";
import { formatFigure } from "@/shared/format/number";
import styles from "./badge.module.css";

export type Tone = "neutral" | "success" | "warning" | "danger" | "info" | "accent";

type BadgeProps = { tone?: Tone | undefined; icon?: ReactNode; children: ReactNode };

/** Shows a kind or a result. An on/off state is shown by StateDot instead. */
export function Badge({ tone = "neutral", icon, children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}

type CountProps = { tone?: "neutral" | "danger"; children: number };

export function Count({ tone = "neutral", children }: CountProps) {
  return (
    <span className={styles.count} data-tone={tone}>
      {formatFigure(children)}
    </span>
  );
}

type StateDotProps = { state: "on" | "off" | "failed" | "waiting"; children: ReactNode };

/** Each state has its own shape besides its colour: disc, ring, square, half disc. */
export function StateDot({ state, children }: StateDotProps) {
  return (
    <span className={styles.state} data-state={state}>
      {children}
    </span>
  );
}
