import type { QueryKey } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useFormState } from "react-hook-form";
import type { Category } from "@/entities/category";
import { ConsoleForm } from "@/shared/forms/console-form";
import { TextAreaField, TextField } from "@/shared/forms/fields";
import { type ConsoleForm as Form, useConsoleForm } from "@/shared/forms/use-console-form";
import { Button } from "@/shared/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/shared/ui/dialog";
import { createFailure, useCreateItem } from "../mutations";
import { type NewContentItem, type NewContentItemValues, newContentItemSchema } from "../schema";
import { AskBeforeClosing } from "../views/ask-before-closing";
import { TitleHint } from "./title-hint";

type NewItemDialogProps = {
  open: boolean;
  /** Where the item comes to. */
  category: Category;
  refreshes: readonly QueryKey[];
  onClose: () => void;
};

export function NewItemDialog({ open, onClose, ...rest }: NewItemDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="New content item"
      description={`In ${rest.category.name}, active and unused.`}
      size="lg"
    >
      <NewItemForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

const blank: NewContentItemValues = {
  text_content: "",
  title: "",
  reddit_title: "",
  reddit_body: "",
  image_url: "",
  image_prompt: "",
};

function NewItemForm({ category, refreshes, onClose }: Omit<NewItemDialogProps, "open">) {
  const create = useCreateItem(refreshes);
  const form = useConsoleForm({
    schema: newContentItemSchema,
    defaults: blank,
    draft: `new-item-${category.id}`,
    failure: createFailure,
    save: (body) => create.send({ params: { id: category.id }, body }),
    onSaved: onClose,
  });
  const { control } = form;
  return (
    <ConsoleForm form={form}>
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
        <TextField
          control={control}
          name="image_url"
          label="Image URL"
          inputMode="url"
          placeholder="https://"
        />
        <TextAreaField control={control} name="image_prompt" label="Image prompt" rows={2} />
      </DialogBody>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" icon={<Plus />} busy={create.isBusy}>
          Create item
        </Button>
      </DialogFooter>
      <KeepTyped form={form} />
    </ConsoleForm>
  );
}

/** The form itself asks when its screen or group is left; this asks when its dialog is closed. */
function KeepTyped({ form }: { form: Form<NewContentItemValues, NewContentItem> }) {
  const { isDirty, isSubmitting } = useFormState({ control: form.control });
  return (
    <AskBeforeClosing
      part="item"
      isNeeded={() => isDirty && !form.isSettled()}
      title={isSubmitting ? "Leave while it is being saved?" : "Discard unsaved changes?"}
      confirm={isSubmitting ? "Leave" : "Discard"}
      cancel={isSubmitting ? "Stay" : "Keep editing"}
      onLeave={form.discard}
    >
      {isSubmitting
        ? "It is being saved. Leaving does not stop that."
        : "What you typed here has not been saved."}
    </AskBeforeClosing>
  );
}
