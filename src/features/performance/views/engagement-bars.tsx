import { useId } from "react";
import { formatPercent } from "@/shared/format/number";
import { Skeleton } from "@/shared/ui/skeleton";
import { engagementLevel } from "../engagement";
import { type CategorySummary, type Scale, scaleOf } from "../ranking";
import styles from "./by-category.module.css";
import { Engagement } from "./figures";

type EngagementBarsProps = { categories: readonly CategorySummary[] };

const title = "Engagement by category";

/** Shows the rates as bars, with marks where a level begins. */
export function EngagementBars({ categories }: EngagementBarsProps) {
  const titleId = useId();
  const scale = scaleOf(categories.map((category) => category.average_engagement_rate));
  return (
    <figure className={styles.bars} aria-labelledby={titleId}>
      <figcaption className={styles.head}>
        <h2 id={titleId}>{title}</h2>
      </figcaption>
      <div className={styles.body}>
        <Marks scale={scale} />
        <ul className={styles.list}>
          {categories.map((category) => (
            <Bar key={category.category_id} category={category} scale={scale} />
          ))}
        </ul>
      </div>
    </figure>
  );
}

const Marks = ({ scale: { marks, lengthOf } }: { scale: Scale }) => (
  <div className={styles.marks} aria-hidden="true">
    {marks.map(({ rate, isNamed }) => (
      <span key={rate} style={{ insetInlineStart: `${lengthOf(rate)}%` }}>
        {isNamed && <span>{formatPercent(rate).replace(".00", "")}</span>}
      </span>
    ))}
  </div>
);

type BarProps = { category: CategorySummary; scale: Scale };

const Bar = ({
  category: { category_name: name, average_engagement_rate: rate },
  scale,
}: BarProps) => (
  <li className={styles.bar}>
    <span className={styles.barName} title={name}>
      {name}
    </span>{" "}
    <span className={styles.track} aria-hidden="true">
      {typeof rate === "number" && (
        <span data-level={engagementLevel(rate)} style={{ width: `${scale.lengthOf(rate)}%` }} />
      )}
    </span>
    <span className={styles.rate}>
      <Engagement rate={rate} />
    </span>
  </li>
);

const widths = ["84%", "70%", "48%", "36%", "20%", "10%"];

export const LoadingBars = () => (
  <div className={styles.bars}>
    <div className={styles.head}>
      <h2>{title}</h2>
    </div>
    <div className={styles.body}>
      <div className={styles.list}>
        {widths.map((width) => (
          <div key={width} className={styles.bar}>
            <Skeleton width="80%" />
            <Skeleton width={width} height={10} />
            <Skeleton width={52} align="end" />
          </div>
        ))}
      </div>
    </div>
  </div>
);
