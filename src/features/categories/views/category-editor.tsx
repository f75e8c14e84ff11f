import { Trash2, X } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { type Category, categoryName } from "@/entities/category";
import type { Id } from "@/shared/api/id";
import { counted } from "@/shared/format/number";
import { useOffered } from "@/shared/query/use-backend";
import { wasDone } from "@/shared/query/use-batch";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button/button";
import { IconButton } from "@/shared/ui/button/icon-button";
import { CommandQuestion } from "@/shared/ui/dialog/command-question";
import { Panel, PanelHead } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { categoriesApi } from "../contract";
import { CategoryForm } from "../forms/category-form";
import { PlatformsForm } from "../forms/platforms-form";
import { RedditForm } from "../forms/reddit-form";
import { useDeleteCategory } from "../mutations";
import { categoryContents } from "../queries";
import styles from "./category-settings.module.css";

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

type DeleteCategoryProps = { category: Category; onDeleted: () => void };

/** Names what the category holds, and asks before it is deleted. */
function DeleteCategory({ category, onDeleted }: DeleteCategoryProps) {
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteCategory();
  const isOffered = useOffered(categoriesApi.remove);
  if (!isOffered) return null;
  async function confirm() {
    if (wasDone(await remove.send({ params: { id: category.id } }))) onDeleted();
  }
  return (
    <>
      <Button size="sm" variant="danger" icon={<Trash2 />} onClick={() => setAsking(true)}>
        Delete category
      </Button>
      <CommandQuestion
        command={remove}
        open={isAsking}
        onClose={() => setAsking(false)}
        title={
          <>
            Delete the category <bdi>{categoryName(category)}</bdi>?
          </>
        }
        confirm="Delete category"
        icon={<Trash2 />}
        onConfirm={() => void confirm()}
      >
        <p>
          <strong>{categoryName(category)}</strong> cannot be restored. Published posts stay online.
        </p>
        <PanelBoundary
          loading={
            <Loading label="Counting the category's contents">
              <Skeleton height={40} />
            </Loading>
          }
        >
          <Contents id={category.id} />
        </PanelBoundary>
      </CommandQuestion>
    </>
  );
}

function Contents({ id }: { id: Id }) {
  const { content_items, pending_approval, scheduled_posts, published_posts } = useRead(
    categoryContents(id),
  );
  return (
    <p>
      Also deleted: {counted(content_items, "content item")}, {counted(pending_approval, "post")}{" "}
      waiting for approval, {counted(scheduled_posts, "scheduled post")} and the figures of{" "}
      {counted(published_posts, "published post")}.
    </p>
  );
}
