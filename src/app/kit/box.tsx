import type { ReactNode } from "react";
import styles from "./kit.module.css";

export function Box({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.box} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <span className="meta">{label}</span>
      <div className={styles.row}>{children}</div>
    </div>
  );
}

/** The handler of controls that only show how they look. */
export const nothing = () => {};
