import { useId } from "react";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import styles from "./by-category.module.css";
import { TrendList, type TrendListProps } from "./trend-list";

/** Shows how the engagement of each category changed, from the newest posts of the group. */
export function EngagementTrends(props: TrendListProps) {
  const titleId = useId();
  return (
    <figure className={styles.trends} aria-labelledby={titleId}>
      <figcaption className={styles.head}>
        <h2 id={titleId}>Engagement by category</h2>
      </figcaption>
      <PanelBoundary
        loading={
          <Loading label="Loading the chart">
            <LoadingTrends />
          </Loading>
        }
      >
        <TrendList {...props} />
      </PanelBoundary>
    </figure>
  );
}

export const LoadingTrends = () => (
  <div className={styles.body}>
    <div className={styles.list}>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className={styles.trend}>
          <Skeleton width="80%" />
          <Skeleton height={32} radius={4} />
          <Skeleton width={52} align="end" />
        </div>
      ))}
    </div>
  </div>
);
