import { Plus } from "lucide-react";
import { type ReactNode, useRef } from "react";
import type { Category } from "@/entities/category";
import { type Id, sameId } from "@/shared/api/id";
import { useAdded } from "@/shared/forms/use-added";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button/button";
import { Dialog } from "@/shared/ui/dialog/dialog";
import { ListHead } from "@/shared/ui/panel/list-head";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { AddCategoryForm } from "../forms/add-category-form";
import { setUpCategories } from "../queries";
import { CategoryEditor } from "./category-editor";
import { CategoryTable, LoadingCategories } from "./category-table";

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
