import type { QueryKey } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { Category } from "@/entities/category";
import { MediaField, VideoField } from "@/entities/media";
import { ownVideos } from "@/shared/api/capabilities";
import { ConsoleForm } from "@/shared/forms/console-form";
import { TextAreaField, TextField } from "@/shared/forms/fields";
import { DialogFormFoot } from "@/shared/forms/form-foot";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { useOffered } from "@/shared/query/use-offered";
import { DialogBody } from "@/shared/ui/dialog/dialog";
import { createFailure, useCreateItem } from "../mutations";
import { type NewContentItemValues, newContentItemSchema } from "../schema";
import { TitleHint } from "./title-hint";

export type NewItemFormProps = {
  /** The category that the item is added to. */
  category: Category;
  refreshes: readonly QueryKey[];
  onClose: () => void;
};

const blank: NewContentItemValues = {
  text_content: "",
  title: "",
  reddit_title: "",
  reddit_body: "",
  image_url: "",
  video_url: "",
  image_prompt: "",
};

export function NewItemForm({ category, refreshes, onClose }: NewItemFormProps) {
  const create = useCreateItem(refreshes);
  const takesVideos = useOffered(ownVideos);
  const form = useConsoleForm({
    schema: newContentItemSchema,
    defaults: blank,
    draft: `new-item-${category.id}`,
    failure: createFailure,
    save: ({ video_url, ...rest }) => {
      const body = takesVideos ? { ...rest, video_url } : rest;
      return create.send({ params: { id: category.id }, body });
    },
    onSaved: onClose,
  });
  const { control } = form;
  return (
    <ConsoleForm form={form} standsIn="dialog">
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
        <MediaField control={control} name="image_url" label="Image URL" placeholder="https://" />
        {takesVideos && <VideoField control={control} name="video_url" label="Video URL" />}
        <TextAreaField control={control} name="image_prompt" label="Image prompt" rows={2} />
      </DialogBody>
      <DialogFormFoot
        submit="Create item"
        icon={<Plus />}
        busy={create.isBusy}
        onCancel={onClose}
      />
    </ConsoleForm>
  );
}
