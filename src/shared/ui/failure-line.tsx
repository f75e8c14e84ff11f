import { CircleAlert } from "lucide-react";
import type { Failure } from "@/shared/query/outcome";
import styles from "./failure-line.module.css";

/** How the last press failed, where it was pressed, until the next. */
export const FailureLine = ({ text, detail }: Failure) => (
  <p className={styles.failure}>
    <CircleAlert aria-hidden="true" />
    <span>
      {text} {detail && <span>{detail}</span>}
    </span>
  </p>
);
