import type { ComponentProps } from "react";
import styles from "./visually-hidden.module.css";

/** Said by a screen reader, not shown. */
export function VisuallyHidden(props: ComponentProps<"span">) {
  return <span {...props} className={styles.hidden} />;
}
