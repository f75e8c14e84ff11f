import { useId } from "react";
import { formatFigure, formatPercent, notMeasured } from "@/shared/format/number";
import { useRead } from "@/shared/query/use-read";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { defaultOrder } from "../list-options";
import { type Listed, performanceQueries } from "../queries";
import type { CategorySummary } from "../schema";
import { formatDay } from "../ticks";
import { type TrendPoint, type Trends, trendsOf } from "../trends";
import styles from "./by-category.module.css";
import { Engagement } from "./figures";

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

type TrendListProps = Pick<Listed, "group" | "limit"> & {
  categories: readonly CategorySummary[];
};

function TrendList({ categories, group, limit }: TrendListProps) {
  const list = performanceQueries.list({ group, ...defaultOrder, limit });
  const { items: posts, unreadable } = useRead(list);
  const trends = trendsOf(posts);
  if (!trends && unreadable > 0) return null;
  if (!trends) return <p className={styles.body}>No post has been measured yet.</p>;
  return (
    <div className={styles.body}>
      <p className={styles.trendNote}>
        {stepWords[trends.days]}
        {posts.length >= limit && ` of the newest ${formatFigure(posts.length)} posts`}, with lines
        at 2% and 5%
      </p>
      <ul className={styles.list}>
        {categories.map(({ category_id, category_name }) => (
          <Trend key={category_id} name={category_name} trends={trends} />
        ))}
      </ul>
      <div className={`${styles.trend} ${styles.axis}`} aria-hidden="true">
        <span />
        <span className={styles.ends}>
          <span>{formatDay(trends.first)}</span>
          {trends.last > trends.first && <span>{formatDay(trends.last)}</span>}
        </span>
        <span className={styles.rate}>Latest</span>
      </div>
    </div>
  );
}

const stepWords = {
  1: "Average per day",
  7: "Average per week",
  30: "Average per 30 days",
} as const;

function Trend({ name, trends }: { name: string; trends: Trends }) {
  const points = trends.byCategory.get(name) ?? [];
  const last = points.at(-1);
  return (
    <li className={styles.trend}>
      <span className={styles.trendName} title={name}>
        {name}
      </span>{" "}
      <Line points={points} trends={trends} />{" "}
      <span className={styles.rate}>
        {last ? <Engagement rate={last.rate} /> : <span className="t3">{notMeasured}</span>}
      </span>
    </li>
  );
}

/** The size of the drawing in its own units; it stretches to the width of the panel. */
const [width, height] = [100, 32];

function Line({ points, trends }: { points: readonly TrendPoint[]; trends: Trends }) {
  const { first, days, steps, top } = trends;
  const x = (step: number) => (steps === 1 ? width / 2 : 2 + (step / (steps - 1)) * (width - 4));
  const y = (rate: number) => height - 3 - (rate / top) * (height - 6);
  return (
    <svg
      className={styles.line}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={inWords(points)}
    >
      {[0.02, 0.05].map((mark) => (
        <path key={mark} data-mark="" d={`M0 ${y(mark)}H${width}`} />
      ))}
      <path
        d={points.map(({ step, rate }, n) => `${n ? "L" : "M"}${x(step)} ${y(rate)}`).join("")}
      />
      {points.map(({ step, rate }) => (
        // A line without length and with round ends is a dot, which does not stretch.
        <path key={step} data-dot="" d={`M${x(step)} ${y(rate)}h0`}>
          <title>{`${formatPercent(rate)} from ${formatDay(first + step * days * 86_400_000 + 43_200_000)}`}</title>
        </path>
      ))}
    </svg>
  );
}

function inWords(points: readonly TrendPoint[]) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return "Not measured";
  if (points.length === 1) return "Measured once";
  return `From ${formatPercent(first.rate)} to ${formatPercent(last.rate)}`;
}
