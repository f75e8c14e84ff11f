import type { ReactNode } from "react";
import styles from "./post-parts.module.css";

/** Stacks the account of a post and the beginning of its text. */
export const PostLines = ({ children }: { children: ReactNode }) => (
  <span className={styles.lines}>{children}</span>
);
