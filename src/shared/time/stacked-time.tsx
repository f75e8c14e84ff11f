import styles from "./stacked-time.module.css";
import { Time } from "./time";

/** A time, and below it the distance from now. */
export const StackedTime = ({ value }: { value: string | null | undefined }) => (
  <span className={styles.time}>
    <Time value={value} />
    <Time value={value} as="relative" />
  </span>
);
