import { PanelHead } from "@/shared/ui/panel";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import styles from "./content-pool.module.css";
import card from "./item-card.module.css";

const six = [0, 1, 2, 3, 4, 5];

export const LoadingItems = () => (
  <Loading label="Loading content items">
    <div className={styles.items}>
      {six.map((place) => (
        <div key={place} className={card.card}>
          <div className={card.media}>
            <Skeleton height="100%" radius={0} />
          </div>
          <div className={card.body}>
            <Skeleton width="92%" height={13} />
            <Skeleton width="78%" height={13} />
            <Skeleton width="60%" height={13} />
          </div>
          <div className={card.foot}>
            <Skeleton width={96} height={12} />
          </div>
        </div>
      ))}
    </div>
  </Loading>
);

export const LoadingPool = () => (
  <Loading label="Loading content categories">
    <div className={styles.pool}>
      <div className={styles.side}>
        <PanelHead className={styles.sideHead}>
          <h3>Categories</h3>
        </PanelHead>
        <div className={styles.categories}>
          {six.slice(2).map((place) => (
            <div key={place} className={styles.category}>
              <span className={styles.categoryName}>
                <Skeleton width="64%" height={12} />
              </span>
              <Skeleton width={76} height={20} />
            </div>
          ))}
        </div>
      </div>
      <div className={styles.main}>
        <PanelHead>
          <Skeleton width={140} height={14} />
        </PanelHead>
        <LoadingItems />
      </div>
    </div>
  </Loading>
);
