import { Loading, Skeleton } from "@/shared/ui/skeleton";
import styles from "./activity-list.module.css";

export const LoadingActivity = ({ rows }: { rows: number }) => (
  <Loading label="Loading activity">
    <div className={styles.list}>
      {Array.from({ length: rows }, (_, row) => (
        // The rows of a skeleton never change their places.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={row} className={styles.entry}>
          <span className={styles.kind}>
            <Skeleton width={72} height={20} radius={5} />
          </span>
          <span className={styles.words}>
            <Skeleton width={`${[58, 42, 66, 50][row % 4]}%`} />
          </span>
          <Skeleton width={140} />
        </div>
      ))}
    </div>
  </Loading>
);
