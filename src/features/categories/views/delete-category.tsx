import { Trash2 } from "lucide-react";
import { useState } from "react";
import { type Category, categoryName } from "@/entities/category";
import type { Id } from "@/shared/api/id";
import { counted } from "@/shared/format/number";
import { wasDone } from "@/shared/query/use-batch";
import { useOffered } from "@/shared/query/use-offered";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button/button";
import { CommandQuestion } from "@/shared/ui/dialog/command-question";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { categoriesApi } from "../contract";
import { useDeleteCategory } from "../mutations";
import { categoryContents } from "../queries";

type DeleteCategoryProps = { category: Category; onDeleted: () => void };

/** Names what the category holds, and asks before it is deleted. */
export function DeleteCategory({ category, onDeleted }: DeleteCategoryProps) {
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
