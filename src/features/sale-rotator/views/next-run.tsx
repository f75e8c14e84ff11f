import { Time } from "@/shared/time/time";
import { useNow } from "@/shared/time/use-now";
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

const day = 86_400_000;
const hour = 3_600_000;

/** Returns the next automatic rotation after `now`: Monday at 01:00 UTC. In milliseconds. */
export function nextRotation(now: number): number {
  const date = new Date(now);
  const midnight = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  const sinceMonday = (date.getUTCDay() + 6) % 7;
  const thisWeek = midnight - sinceMonday * day + hour;
  return thisWeek > now ? thisWeek : thisWeek + 7 * day;
}
