import type { ReactNode } from "react";
import styles from "./list-foot.module.css";

type ListFootProps = {
  /** True if the foot has visible content. */
  isShown: boolean;
  children: ReactNode;
};

/** The foot of a list: it loads more posts and counts those on the other tab. */
export const ListFoot = ({ isShown, children }: ListFootProps) => (
  <div className={isShown ? styles.foot : undefined}>{children}</div>
);
