import { Sprout } from "lucide-react";
import { type Category, categoryQueries, categoryTypeLabel, isArchived } from "@/entities/category";
import type { Id } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { Badge } from "@/shared/ui/badge";
import { EmptyState } from "@/shared/ui/notice";
import { Panel, Region } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, SkeletonRows } from "@/shared/ui/skeleton";
import { Split } from "@/shared/ui/split";
import { StateDot } from "@/shared/ui/state-dot";
import { Table } from "@/shared/ui/table";
import { AddCategoryForm } from "../forms/add-category-form";
import styles from "./category-settings.module.css";

export function CategorySettings({ group }: { group: Id }) {
  return (
    <Split
      aside={
        <Panel padded>
          <Region title="Add category" level={3}>
            <AddCategoryForm key={group} group={group} />
          </Region>
        </Panel>
      }
    >
      <Panel>
        <PanelBoundary loading={<LoadingCategories />}>
          <CategoryTable group={group} />
        </PanelBoundary>
      </Panel>
    </Split>
  );
}

function CategoryTable({ group }: { group: Id }) {
  const categories = useRead(categoryQueries.ofGroup(group)).items;
  if (categories.length === 0) {
    return (
      <EmptyState
        icon={<Sprout />}
        title="This group has no content categories."
        hint="Add the first one with the form beside this. Posts are generated for a category."
      />
    );
  }
  return (
    <Table label="Content categories">
      <Heads />
      <tbody>
        {categories.map((category) => (
          <CategoryRow key={category.id} category={category} />
        ))}
      </tbody>
    </Table>
  );
}

function CategoryRow({ category }: { category: Category }) {
  const isOn = category.daily_generation_active !== false && !isArchived(category);
  return (
    <tr>
      <th scope="row" className={styles.name}>
        {category.name}
      </th>
      <td data-label="Type">
        <Badge>{categoryTypeLabel(category.category_type)}</Badge>
      </td>
      <td data-label="Posts per day">{postsPerDay(category)}</td>
      <td data-label="Daily generation">
        <StateDot state={isOn ? "on" : "off"}>{isOn ? "On" : "Off"}</StateDot>
      </td>
    </tr>
  );
}

/** '2 image · 1 text', or that there are none. */
function postsPerDay(category: Category) {
  const parts = [
    [category.image_posts_per_day, "image"],
    [category.video_posts_per_day, "video"],
    [category.text_posts_per_day, "text"],
  ] as const;
  const wanted = parts.filter(([count]) => count > 0).map(([count, kind]) => `${count} ${kind}`);
  return wanted.length > 0 ? wanted.join(" · ") : "Archived";
}

const Heads = () => (
  <thead>
    <tr>
      <th scope="col">Category</th>
      <th scope="col">Type</th>
      <th scope="col">Posts per day</th>
      <th scope="col">Daily generation</th>
    </tr>
  </thead>
);

const LoadingCategories = () => (
  <Loading label="Loading the categories">
    <Table label="Content categories">
      <Heads />
      <tbody>
        <SkeletonRows rows={4} columns={4} />
      </tbody>
    </Table>
  </Loading>
);
