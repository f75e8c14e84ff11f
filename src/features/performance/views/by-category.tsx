import { ChartNoAxesColumn } from "lucide-react";
import type { ReactNode } from "react";
import type { Id } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { EmptyState } from "@/shared/ui/panel/notice";
import { Panel } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, SkeletonRows } from "@/shared/ui/status/skeleton";
import { Table } from "@/shared/ui/table/table";
import { performanceQueries } from "../queries";
import type { CategorySummary } from "../schema";
import styles from "./by-category.module.css";
import { EngagementTrends, LoadingTrends } from "./engagement-trends";
import { Engagement, FigureCell } from "./figures";

type ByCategoryProps = {
  group: Id;
  /** The most posts that the chart is made from. */
  limit: number;
  /** A category's name as a link to its posts. */
  link: (category: Id, name: string) => ReactNode;
  /** A link to where posts are published. */
  toPublishing: ReactNode;
};

/** Shows the totals of each category's posts, the best engagement first. */
export const ByCategory = (props: ByCategoryProps) => (
  // The panel around an empty or failed state; around the two loaded panels it is invisible.
  <Panel className={styles.outer}>
    <PanelBoundary loading={<LoadingCategories />}>
      <Categories {...props} />
    </PanelBoundary>
  </Panel>
);

function Categories({ group, limit, link, toPublishing }: ByCategoryProps) {
  const categories = ranked(useRead(performanceQueries.byCategory(group)).data.items);
  if (categories.length === 0) {
    return (
      <EmptyState
        icon={<ChartNoAxesColumn />}
        title="No performance data available yet."
        hint="A category appears once one of its posts is published."
        action={toPublishing}
      />
    );
  }
  return (
    <div className={styles.panels}>
      <Panel>
        <CategoryTable categories={categories} link={link} />
      </Panel>
      <Panel className={styles.chart}>
        <EngagementTrends categories={categories} group={group} limit={limit} />
      </Panel>
    </div>
  );
}

const LoadingCategories = () => (
  <Loading label="Loading categories">
    <div className={styles.panels}>
      <Panel>
        <LoadingCategoryTable />
      </Panel>
      <Panel className={styles.chart}>
        <div className={styles.head}>
          <h2>Engagement by category</h2>
        </div>
        <LoadingTrends />
      </Panel>
    </div>
  </Loading>
);

type CategoryTableProps = {
  categories: readonly CategorySummary[];
  link: (category: Id, name: string) => ReactNode;
};

const CategoryTable = ({ categories, link }: CategoryTableProps) => (
  <Table label="Categories" className={styles.table}>
    <Heads />
    <tbody>
      {categories.map((category) => (
        <tr key={category.category_id}>
          <th scope="row" className={styles.name}>
            {link(category.category_id, category.category_name)}
          </th>
          <FigureCell label="Posts" value={category.total_posts} />
          <FigureCell label="Impressions" value={category.total_impressions} />
          <FigureCell label="Likes" value={category.total_likes} />
          <FigureCell label="Comments" value={category.total_comments} />
          <FigureCell label="Shares" value={category.total_shares} />
          <td data-label="Avg. engagement" data-align="end">
            <Engagement rate={category.average_engagement_rate} />
          </td>
        </tr>
      ))}
    </tbody>
  </Table>
);

const figures = ["Posts", "Impressions", "Likes", "Comments", "Shares", "Avg. engagement"];

const Heads = () => (
  <thead>
    <tr>
      <th scope="col">Category</th>
      {figures.map((label) => (
        <th key={label} scope="col" data-align="end">
          {label}
        </th>
      ))}
    </tr>
  </thead>
);

const figure = { width: 36, align: "end" } as const;

const LoadingCategoryTable = () => (
  <Table label="Categories" className={styles.table}>
    <Heads />
    <tbody>
      <SkeletonRows
        rows={6}
        columns={[{}, figure, figure, figure, figure, figure, { ...figure, width: 64 }]}
      />
    </tbody>
  </Table>
);

/** Sorts by engagement, best first; categories that were not measured come last, by name. */
const ranked = (summaries: readonly CategorySummary[]): readonly CategorySummary[] =>
  summaries.toSorted(
    (one, other) =>
      rankOf(other) - rankOf(one) || one.category_name.localeCompare(other.category_name),
  );

const rankOf = ({ average_engagement_rate: rate }: CategorySummary) => rate ?? -1;
