import { Time } from "@/shared/time/time";
import { useNow } from "@/shared/time/use-now";
import { nextRotation } from "../schedule";
import styles from "./sale-rotator.module.css";

/** Shows the time of the next automatic rotation, in the operator's time zone, while it is on. */
export const NextRun = ({ isOn }: { isOn: boolean }) =>
  isOn ? <NextTime /> : <p className={styles.nextRun}>No next run: the rotator is off.</p>;

/** The time of the next automatic rotation, if it is on. */
export const useNextRun = () => new Date(nextRotation(useNow())).toISOString();

function NextTime() {
  const next = useNextRun();
  return (
    <p className={styles.nextRun}>
      Next run{" "}
      <strong>
        <Time value={next} />
      </strong>{" "}
      <Time value={next} as="relative" />
    </p>
  );
}
