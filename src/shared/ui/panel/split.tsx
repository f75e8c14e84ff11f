import type { ReactNode } from "react";
import styles from "./split.module.css";

type SplitProps = {
  children: ReactNode;
  /** Rendered beside the children, or below them on a narrow page. */
  aside: ReactNode;
};

/** A list, with the form that adds to it. */
export function Split({ children, aside }: SplitProps) {
  return (
    <div className={styles.split}>
      <div className={styles.main}>{children}</div>
      {aside}
    </div>
  );
}
