import { Pencil, Sprout } from "lucide-react";
import {
  type Category,
  categoryName,
  categoryTypeLabel,
  isArchived,
  postsPerDay,
} from "@/entities/category";
import { type Id, sameId } from "@/shared/api/id";
import { Badge } from "@/shared/ui/badge";
import { Button } from "@/shared/ui/button";
import { EmptyPanel } from "@/shared/ui/notice";
import { Panel } from "@/shared/ui/panel";
import { Loading, SkeletonRows } from "@/shared/ui/skeleton";
import { StateDot } from "@/shared/ui/state-dot";
import { Table } from "@/shared/ui/table/table";
import { VisuallyHidden } from "@/shared/ui/visually-hidden";
import styles from "./category-settings.module.css";

type CategoryTableProps = {
  categories: readonly Category[];
  /** The category whose settings are open below. */
  open: Id | undefined;
  onEdit: (category: Id, button: HTMLElement) => void;
};

export function CategoryTable({ categories, open, onEdit }: CategoryTableProps) {
  if (categories.length === 0) {
    return (
      <EmptyPanel
        icon={<Sprout />}
        title="This group has no content categories."
        hint="Add the first one with the form beside this. Posts are generated for a category."
      />
    );
  }
  return (
    <Panel>
      <Table label="Content categories">
        <Heads />
        <tbody>
          {categories.map((category) => (
            <CategoryRow
              key={category.id}
              category={category}
              isOpen={sameId(category.id, open)}
              onEdit={(button) => onEdit(category.id, button)}
            />
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

type CategoryRowProps = {
  category: Category;
  isOpen: boolean;
  onEdit: (button: HTMLElement) => void;
};

function CategoryRow({ category, isOpen, onEdit }: CategoryRowProps) {
  const isOn = category.daily_generation_active !== false && !isArchived(category);
  return (
    <tr aria-current={isOpen ? "true" : undefined}>
      <th scope="row" className={styles.name}>
        {categoryName(category)}
      </th>
      <td data-label="Type">
        <Badge>{categoryTypeLabel(category.category_type)}</Badge>
      </td>
      <td data-label="Posts per day">{postsPerDay(category)}</td>
      <td data-label="Daily generation">
        <StateDot state={isOn ? "on" : "off"}>{isOn ? "On" : "Off"}</StateDot>
      </td>
      <td data-align="end">
        <Button
          size="sm"
          icon={<Pencil />}
          aria-expanded={isOpen}
          onClick={({ currentTarget }) => onEdit(currentTarget)}
        >
          Edit <VisuallyHidden>{categoryName(category)}</VisuallyHidden>
        </Button>
      </td>
    </tr>
  );
}

const Heads = () => (
  <thead>
    <tr>
      <th scope="col">Category</th>
      <th scope="col">Type</th>
      <th scope="col">Posts per day</th>
      <th scope="col">Daily generation</th>
      <th scope="col" data-align="end">
        Action
      </th>
    </tr>
  </thead>
);

export const LoadingCategories = () => (
  <Panel>
    <Loading label="Loading the categories">
      <Table label="Content categories">
        <Heads />
        <tbody>
          <SkeletonRows rows={6} columns={[{}, {}, {}, {}, { width: 64, align: "end" }]} />
        </tbody>
      </Table>
    </Loading>
  </Panel>
);
