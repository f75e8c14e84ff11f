import { Pencil, Plus, Sprout } from "lucide-react";
import { type ReactNode, type Ref, useRef } from "react";
import {
  type Category,
  categoryName,
  categoryTypeLabel,
  isArchived,
  postsPerDay,
} from "@/entities/category";
import { type Id, sameId } from "@/shared/api/id";
import { counted } from "@/shared/format/number";
import { useAdded } from "@/shared/forms/use-added";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button/button";
import { Dialog } from "@/shared/ui/dialog/dialog";
import { EmptyPanel } from "@/shared/ui/panel/notice";
import { ListHead, Panel } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Badge, StateDot } from "@/shared/ui/status/badge";
import { Loading, Skeleton, SkeletonRows } from "@/shared/ui/status/skeleton";
import { Table } from "@/shared/ui/table/table";
import { AddCategoryForm } from "../forms/category-form";
import { setUpCategories } from "../queries";
import { CategoryEditor } from "./category-editor";
import styles from "./category-settings.module.css";

type CategorySettingsProps = {
  group: Id;
  /** The category whose settings are open, from the address. */
  open: Id | undefined;
  onOpen: (category: Id | undefined) => void;
  /** True while the dialog 'Add category' is open, as the address says. */
  isAdding: boolean;
  onAdd: () => void;
  onCloseAdding: () => void;
  /** Shows the items of the open category. */
  itemsButton: ReactNode;
  /** Renders the items below the settings; undefined while they are hidden. */
  itemsOf: ((category: Category) => ReactNode) | undefined;
};

export function CategorySettings({
  isAdding,
  onAdd,
  onCloseAdding,
  ...rest
}: CategorySettingsProps) {
  const { group } = rest;
  const { refOf, onAdded, onClosed } = useAdded();
  const add = (
    <Button size="sm" variant="primary" icon={<Plus />} onClick={onAdd}>
      Add category
    </Button>
  );
  return (
    <>
      <PanelBoundary
        loading={<LoadingCategories add={add} />}
        failedHead={<ListHead>{add}</ListHead>}
      >
        <Categories {...rest} add={add} refOf={refOf} />
      </PanelBoundary>
      <Dialog
        open={isAdding}
        onOpenChange={(isOpen) => isOpen || onCloseAdding()}
        onClosed={onClosed}
        title="Add category"
        size="lg"
      >
        <AddCategoryForm group={group} onClose={onCloseAdding} onAdded={onAdded} />
      </Dialog>
    </>
  );
}

type CategoriesProps = Omit<CategorySettingsProps, "isAdding" | "onAdd" | "onCloseAdding"> & {
  add: ReactNode;
  refOf: ReturnType<typeof useAdded>["refOf"];
};

function Categories({ group, open, onOpen, itemsButton, itemsOf, add, refOf }: CategoriesProps) {
  const categories = useRead(setUpCategories(group)).items;
  const category = categories.find(({ id }) => sameId(id, open));
  const isByHand = useRef(false);
  const opener = useRef<HTMLElement | null>(null);

  function edit(id: Id, button: HTMLElement) {
    isByHand.current = true;
    opener.current = button;
    onOpen(id);
  }

  function close() {
    onOpen(undefined);
    // The pressed button unmounts with the editor, which would lose the focus.
    opener.current?.focus();
  }

  return (
    <>
      <CategoryTable
        categories={categories}
        open={category?.id}
        onEdit={edit}
        add={add}
        refOf={refOf}
      />
      {category && (
        <CategoryEditor
          key={String(category.id)}
          category={category}
          group={group}
          takesFocus={isByHand.current}
          itemsButton={itemsButton}
          items={itemsOf?.(category)}
          onClose={close}
        />
      )}
    </>
  );
}

type CategoryTableProps = {
  categories: readonly Category[];
  /** The category whose settings are open below. */
  open: Id | undefined;
  onEdit: (category: Id, button: HTMLElement) => void;
  /** The button that adds a category. */
  add: ReactNode;
  refOf: ReturnType<typeof useAdded>["refOf"];
};

function CategoryTable({ categories, open, onEdit, add, refOf }: CategoryTableProps) {
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
          Edit <span className="visually-hidden">{categoryName(category)}</span>
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

const LoadingCategories = ({ add }: { add: ReactNode }) => (
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
