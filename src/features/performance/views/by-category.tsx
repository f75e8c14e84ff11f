import { ChartNoAxesColumn } from "lucide-react";
import type { ReactNode } from "react";
import type { Id } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { EmptyState } from "@/shared/ui/notice";
import { Panel } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading } from "@/shared/ui/skeleton";
import { performanceQueries } from "../queries";
import { ranked } from "../ranking";
import styles from "./by-category.module.css";
import { CategoryTable, LoadingCategoryTable } from "./category-table";
import { EngagementTrends, LoadingTrends } from "./engagement-trends";

type ByCategoryProps = {
  group: Id;
  /** The most posts that the chart is made from. */
  limit: number;
  /** A category's name as a link to its posts. */
  link: (category: Id, name: string) => ReactNode;
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

function Categories({ group, limit, link }: ByCategoryProps) {
  const categories = ranked(useRead(performanceQueries.byCategory(group)).data.items);
  if (categories.length === 0) {
    return (
      <EmptyState
        icon={<ChartNoAxesColumn />}
        title="No performance data available yet."
        hint="A category appears once one of its posts is published."
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
