import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { type Category, categoryName } from "@/entities/category";
import type { Id } from "@/shared/api/id";
import { IconButton } from "@/shared/ui/button/icon-button";
import { Panel, PanelHead } from "@/shared/ui/panel/panel";
import { CategoryForm } from "../forms/category-form";
import { PlatformsForm } from "../forms/platforms-form";
import { RedditForm } from "../forms/reddit-form";
import styles from "./category-settings.module.css";
import { DeleteCategory } from "./delete-category";

type CategoryEditorProps = {
  category: Category;
  group: Id;
  /** True if it was opened with a button: its heading then takes the focus. */
  takesFocus: boolean;
  /** Shows the category's items. */
  itemsButton: ReactNode;
  items: ReactNode;
  onClose: () => void;
};

const focusOn = (node: HTMLElement | null) => node?.focus();

export function CategoryEditor({
  category,
  group,
  takesFocus,
  itemsButton,
  items,
  onClose,
}: CategoryEditorProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.editor}>
      <Panel>
        <PanelHead className={styles.editorHead}>
          <h3 id={id} tabIndex={-1} ref={takesFocus ? focusOn : undefined}>
            Editing “<bdi>{categoryName(category)}</bdi>”
          </h3>
          {itemsButton}
          <DeleteCategory category={category} onDeleted={onClose} />
          <IconButton label="Close editor" icon={<X />} size="sm" onClick={onClose} />
        </PanelHead>
        <CategoryForm category={category} group={group} />
        <PlatformsForm category={category} group={group} />
        <RedditForm category={category} group={group} />
      </Panel>
      {items}
    </section>
  );
}
