import type { ReactNode } from "react";
import styles from "./page-head.module.css";

type PageHeadProps = {
  title: string;
  /** The name of the group that the screen shows. */
  of?: string | undefined;
  children?: ReactNode;
};

export function PageHead({ title, of, children }: PageHeadProps) {
  return (
    <header className={styles.head}>
      <h1>{title}</h1>
      {of && <span className={styles.of}>{of}</span>}
      {children}
    </header>
  );
}
