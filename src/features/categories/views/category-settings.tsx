import { type ReactNode, useRef } from "react";
import type { Category } from "@/entities/category";
import { type Id, sameId } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { TitledPanel } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Split } from "@/shared/ui/split";
import { AddCategoryForm } from "../forms/add-category-form";
import { setUpCategories } from "../queries";
import { CategoryEditor } from "./category-editor";
import { CategoryTable, LoadingCategories } from "./category-table";

type CategorySettingsProps = {
  group: Id;
  /** The category whose settings are open, from the address. */
  open: Id | undefined;
  onOpen: (category: Id | undefined) => void;
  /** Shows the items of the open category. */
  itemsButton: ReactNode;
  /** Renders the items below the settings; undefined while they are hidden. */
  itemsOf: ((category: Category) => ReactNode) | undefined;
};

export function CategorySettings(props: CategorySettingsProps) {
  const { group } = props;
  return (
    <Split
      aside={
        <TitledPanel title="Add category">
          <AddCategoryForm key={group} group={group} />
        </TitledPanel>
      }
    >
      <PanelBoundary loading={<LoadingCategories />}>
        <Categories {...props} />
      </PanelBoundary>
    </Split>
  );
}

function Categories({ group, open, onOpen, itemsButton, itemsOf }: CategorySettingsProps) {
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
      <CategoryTable categories={categories} open={category?.id} onEdit={edit} />
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
