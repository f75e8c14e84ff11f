import type { ReactNode } from "react";
import styles from "./page-head.module.css";

type PageHeadProps = {
  title: string;
  /** The name of the group that the screen shows. */
  group?: string | undefined;
  children?: ReactNode;
};

export function PageHead({ title, group, children }: PageHeadProps) {
  return (
    <header className={styles.head}>
      <h1>{title}</h1>
      {group && <span className={styles.group}>{group}</span>}
      {children}
    </header>
  );
}
