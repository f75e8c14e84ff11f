import type { ReactNode } from "react";
import styles from "./split.module.css";

type SplitProps = {
  children: ReactNode;
  /** Stands beside, and below where the page is narrow. */
  aside: ReactNode;
};

/** What there is, with the form that adds to it. */
export function Split({ children, aside }: SplitProps) {
  return (
    <div className={styles.split}>
      <div className={styles.main}>{children}</div>
      {aside}
    </div>
  );
}
