import { useQueryClient } from "@tanstack/react-query";
import { Check, FilterX } from "lucide-react";
import type { Category } from "@/entities/category";
import { ownVideosCapability } from "@/shared/api/capabilities";
import { type Id, sameId } from "@/shared/api/id";
import { DialogFormFoot } from "@/shared/forms/form-foot";
import { GuardedForm } from "@/shared/forms/guarded/guarded-form";
import { useGuardedForm } from "@/shared/forms/guarded/use-guarded-form";
import { fetchFresh } from "@/shared/query/prefetch";
import { useOffered } from "@/shared/query/use-backend";
import { useRead } from "@/shared/query/use-read";
import { Dialog, DialogBody } from "@/shared/ui/dialog/dialog";
import { EmptyState } from "@/shared/ui/panel/notice";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { everything } from "../filter";
import { editFailure, useEditItem } from "../mutations";
import { contentQueries } from "../queries";
import { type ContentItem, newContentItemSchema } from "../schema";
import { ItemFields, valuesOf } from "./item-fields";

type EditItemProps = {
  category: Category;
  onClose: () => void;
};

type EditItemDialogProps = EditItemProps & {
  /** The item whose dialog is open; undefined while there is none. */
  item: Id | undefined;
};

export const EditItemDialog = ({ item, ...rest }: EditItemDialogProps) => (
  <Dialog
    open={item !== undefined}
    onOpenChange={(isOpen) => isOpen || rest.onClose()}
    title="Edit item"
    description="Posts already made from it do not change."
    size="lg"
  >
    {item !== undefined && (
      <PanelBoundary resetKey={String(item)} loading={<LoadingItem />}>
        <EditItem key={String(item)} id={item} {...rest} />
      </PanelBoundary>
    )}
  </Dialog>
);

const LoadingItem = () => (
  <DialogBody>
    <Loading label="Loading item">
      <Skeleton height={120} radius={6} />
      <Skeleton height={32} radius={6} />
    </Loading>
  </DialogBody>
);

function EditItem({ id, category, ...rest }: EditItemProps & { id: Id }) {
  // The whole pool: a link opens the item regardless of the list's filters.
  const items = useRead(contentQueries.items(category.id, everything)).items;
  const item = items.find((candidate) => sameId(candidate.id, id));
  return item ? (
    <EditItemForm item={item} category={category} {...rest} />
  ) : (
    <EmptyState
      icon={<FilterX />}
      title="This item is not in this category."
      hint="It was deleted, or belongs to another category."
    />
  );
}

function EditItemForm({ item, category, onClose }: EditItemProps & { item: ContentItem }) {
  const client = useQueryClient();
  const edit = useEditItem();
  const takesVideos = useOffered(ownVideosCapability);
  const guarded = useGuardedForm({
    schema: newContentItemSchema,
    stored: item,
    valuesOf: (stored) => valuesOf(stored, takesVideos),
    overwrites: (stored) => overwrites(stored, takesVideos),
    readStored: async () =>
      (await fetchFresh(client, contentQueries.items(category.id, everything))).items.find(
        ({ id }) => sameId(id, item.id),
      ),
    draft: `item-${item.id}`,
    failure: editFailure,
    bodyOf: ({ video_url, ...rest }, now) => ({
      ...rest,
      ...(takesVideos && { video_url }),
      expected_updated_at: now.updated_at ?? null,
    }),
    send: (body) => edit.send({ params: { id: item.id }, body }),
    onSaved: onClose,
  });
  return (
    <GuardedForm guarded={guarded} label="Edit item" record="item" standsIn="dialog">
      <DialogBody>
        <ItemFields
          control={guarded.form.control}
          takesVideos={takesVideos}
          hasImage={item.media_type !== "video"}
          imageHint="Leave empty for a text-only item."
        />
      </DialogBody>
      <DialogFormFoot
        submit="Save item"
        icon={<Check />}
        busy={guarded.isBusy}
        onCancel={onClose}
      />
    </GuardedForm>
  );
}

/** Names the stored values as the fields on the screen do. */
const overwrites = (item: ContentItem, takesVideos: boolean) => {
  const values = valuesOf(item, takesVideos);
  return {
    "Text content": values.text_content,
    Title: values.title,
    "Reddit title": values.reddit_title,
    "Reddit body": values.reddit_body,
    "Image URL": values.image_url,
    "Video URL": values.video_url,
    "Image prompt": values.image_prompt,
  };
};
