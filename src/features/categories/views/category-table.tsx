import { Pencil, Sprout } from "lucide-react";
import type { ReactNode, Ref } from "react";
import {
  type Category,
  categoryName,
  categoryTypeLabel,
  isArchived,
  postsPerDay,
} from "@/entities/category";
import { type Id, sameId } from "@/shared/api/id";
import { counted } from "@/shared/format/number";
import type { useAdded } from "@/shared/forms/use-added";
import { Button } from "@/shared/ui/button/button";
import { ListHead } from "@/shared/ui/panel/list-head";
import { EmptyPanel } from "@/shared/ui/panel/notice";
import { Panel } from "@/shared/ui/panel/panel";
import { Badge } from "@/shared/ui/status/badge";
import { Loading, Skeleton, SkeletonRows } from "@/shared/ui/status/skeleton";
import { StateDot } from "@/shared/ui/status/state-dot";
import { Table } from "@/shared/ui/table/table";
import { VisuallyHidden } from "@/shared/ui/visually-hidden";
import styles from "./category-settings.module.css";

type CategoryTableProps = {
  categories: readonly Category[];
  /** The category whose settings are open below. */
  open: Id | undefined;
  onEdit: (category: Id, button: HTMLElement) => void;
  /** The button that adds a category. */
  add: ReactNode;
  refOf: ReturnType<typeof useAdded>["refOf"];
};

export function CategoryTable({ categories, open, onEdit, add, refOf }: CategoryTableProps) {
  if (categories.length === 0) {
    return (
      <EmptyPanel
        icon={<Sprout />}
        title="This group has no content categories."
        hint="Every generated post belongs to a category."
        action={add}
      />
    );
  }
  return (
    <>
      <ListHead count={counted(categories.length, "category", "categories")}>{add}</ListHead>
      <Panel>
        <Table label="Content categories">
          <Heads />
          <tbody>
            {categories.map((category) => (
              <CategoryRow
                key={category.id}
                ref={refOf(category.id)}
                category={category}
                isOpen={sameId(category.id, open)}
                onEdit={(button) => onEdit(category.id, button)}
              />
            ))}
          </tbody>
        </Table>
      </Panel>
    </>
  );
}

type CategoryRowProps = {
  ref: Ref<HTMLTableRowElement> | undefined;
  category: Category;
  isOpen: boolean;
  onEdit: (button: HTMLElement) => void;
};

function CategoryRow({ ref, category, isOpen, onEdit }: CategoryRowProps) {
  const isOn = category.daily_generation_active !== false && !isArchived(category);
  return (
    <tr ref={ref} aria-current={isOpen ? "true" : undefined}>
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

export const LoadingCategories = ({ add }: { add: ReactNode }) => (
  <Loading label="Loading categories">
    <ListHead count={<Skeleton width={80} height={16} />}>{add}</ListHead>
    <Panel>
      <Table label="Content categories">
        <Heads />
        <tbody>
          <SkeletonRows rows={6} columns={[{}, {}, {}, {}, { width: 64, align: "end" }]} />
        </tbody>
      </Table>
    </Panel>
  </Loading>
);
