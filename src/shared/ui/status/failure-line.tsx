import { CircleAlert } from "lucide-react";
import type { Failure } from "@/shared/query/outcome";
import styles from "./failure-line.module.css";

/** Shows how the last press failed, beside the button that was pressed, until the next press. */
export const FailureLine = ({ text, detail }: Failure) => (
  <p className={styles.failure}>
    <CircleAlert aria-hidden="true" />
    <span>
      {text} {detail && <span>{detail}</span>}
    </span>
  </p>
);

type FailureLinesProps = { failures: readonly (Failure | undefined)[] };

/** Shows how the last presses of several buttons failed; the same failure is shown once. */
export function FailureLines({ failures }: FailureLinesProps) {
  const byText = new Map(failures.flatMap((failure) => (failure ? [[failure.text, failure]] : [])));
  return [...byText.values()].map((failure) => <FailureLine key={failure.text} {...failure} />);
}
