import type { ReactNode } from "react";
import styles from "./list-foot.module.css";

type ListFootProps = {
  /** Whether there is something to see in it. */
  isShown: boolean;
  children: ReactNode;
};

/** What is below a list: more of it, and what the other tab has. */
export const ListFoot = ({ isShown, children }: ListFootProps) => (
  <div className={isShown ? styles.foot : undefined}>{children}</div>
);
