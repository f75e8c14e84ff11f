import { Plus } from "lucide-react";
import { type Category, categoryName } from "@/entities/category";
import { ownVideosCapability } from "@/shared/api/capabilities";
import { ConsoleForm } from "@/shared/forms/console-form";
import { DialogFormFoot } from "@/shared/forms/form-foot";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { useOffered } from "@/shared/query/use-backend";
import { Dialog, DialogBody } from "@/shared/ui/dialog/dialog";
import { createFailure, useCreateItem } from "../mutations";
import { newContentItemSchema } from "../schema";
import { ItemFields, valuesOf } from "./item-fields";

type NewItemFormProps = {
  /** The category that the item is added to. */
  category: Category;
  onClose: () => void;
};

export const NewItemDialog = ({ open, ...form }: NewItemFormProps & { open: boolean }) => (
  <Dialog
    open={open}
    onOpenChange={(isOpen) => isOpen || form.onClose()}
    title="New content item"
    description={`Added to ${categoryName(form.category)} as active and unused.`}
    size="lg"
  >
    <NewItemForm {...form} />
  </Dialog>
);

function NewItemForm({ category, onClose }: NewItemFormProps) {
  const create = useCreateItem();
  const takesVideos = useOffered(ownVideosCapability);
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
  return (
    <ConsoleForm form={form} standsIn="dialog">
      <DialogBody>
        <ItemFields control={form.control} takesVideos={takesVideos} />
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

const blank = valuesOf();
