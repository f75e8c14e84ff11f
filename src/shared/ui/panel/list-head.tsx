import type { ReactNode } from "react";
import styles from "./list-head.module.css";

type ListHeadProps = {
  /** The number of records in words. */
  count?: ReactNode;
  /** The list's actions; the button that adds a record comes last. */
  children: ReactNode;
};

/** The line above a list that has no title of its own. */
export const ListHead = ({ count, children }: ListHeadProps) => (
  <div className={styles.head}>
    <div className={styles.count}>{count}</div>
    {children}
  </div>
);
