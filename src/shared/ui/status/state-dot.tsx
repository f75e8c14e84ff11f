import type { ReactNode } from "react";
import styles from "./state-dot.module.css";

type StateDotProps = { state: "on" | "off" | "failed" | "waiting"; children: ReactNode };

/** Each state has its own shape besides its colour: disc, ring, square, half disc. */
export function StateDot({ state, children }: StateDotProps) {
  return (
    <span className={styles.state} data-state={state}>
      {children}
    </span>
  );
}
