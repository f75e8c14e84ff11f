import type { QueryKey } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import { Check, FilterX } from "lucide-react";
import type { Category } from "@/entities/category";
import { MediaField, VideoField } from "@/entities/media";
import { ownVideos } from "@/shared/api/capabilities";
import { type Id, sameId } from "@/shared/api/id";
import { TextAreaField, TextField } from "@/shared/forms/fields";
import { DialogFormFoot } from "@/shared/forms/form-foot";
import { GuardedForm } from "@/shared/forms/guarded-form";
import { useGuardedForm } from "@/shared/forms/use-guarded-form";
import { fetchFresh } from "@/shared/query/fetch-fresh";
import { useOffered } from "@/shared/query/use-offered";
import { useRead } from "@/shared/query/use-read";
import { DialogBody } from "@/shared/ui/dialog/dialog";
import { EmptyState } from "@/shared/ui/notice";
import { everything } from "../filter";
import { editFailure, useEditItem } from "../mutations";
import { contentQueries } from "../queries";
import { type ContentItem, type NewContentItemValues, newContentItemSchema } from "../schema";
import { TitleHint } from "./title-hint";

export type EditItemProps = {
  id: Id;
  category: Category;
  refreshes: readonly QueryKey[];
  onClose: () => void;
};

export function EditItem({ id, category, ...rest }: EditItemProps) {
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

type FormProps = Omit<EditItemProps, "id"> & { item: ContentItem };

function EditItemForm({ item, category, refreshes, onClose }: FormProps) {
  const client = useQueryClient();
  const edit = useEditItem(refreshes);
  const takesVideos = useOffered(ownVideos);
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
  const { control } = guarded.form;
  return (
    <GuardedForm guarded={guarded} label="Edit item" of="item" standsIn="dialog">
      <DialogBody>
        <TextAreaField
          control={control}
          name="text_content"
          label="Text content"
          rows={5}
          required
        />
        <TextField control={control} name="title" label="Title" hint="Required for Reddit" />
        <TextField
          control={control}
          name="reddit_title"
          label="Reddit title"
          hint={<TitleHint control={control} />}
        />
        <TextAreaField control={control} name="reddit_body" label="Reddit body" rows={3} />
        {item.media_type !== "video" && (
          <MediaField
            control={control}
            name="image_url"
            label="Image URL"
            placeholder="https://"
            hint="Leave empty for a text-only item."
          />
        )}
        {takesVideos && <VideoField control={control} name="video_url" label="Video URL" />}
        <TextAreaField control={control} name="image_prompt" label="Image prompt" rows={2} />
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

/** Without its field, a video is not part of the form: it would be checked unseen. */
const valuesOf = (item: ContentItem, takesVideos: boolean): NewContentItemValues => ({
  text_content: item.text_content ?? "",
  title: item.title ?? "",
  reddit_title: item.reddit_title ?? "",
  reddit_body: item.reddit_body ?? "",
  image_url: item.image_url ?? "",
  video_url: takesVideos ? (item.video_url ?? "") : "",
  image_prompt: item.image_prompt ?? "",
});

/** The names of the fields on the screen. */
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
