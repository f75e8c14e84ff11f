import { categoryName } from "@/entities/category";
import { Dialog } from "@/shared/ui/dialog";
import { late } from "@/shared/ui/late";
import type { NewItemFormProps } from "./new-item-form";

const NewItemForm = late(() => import("./new-item-form").then((code) => code.NewItemForm), {
  isFetchedAhead: true,
});

type NewItemDialogProps = NewItemFormProps & { open: boolean };

export const NewItemDialog = ({ open, ...rest }: NewItemDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={(isOpen) => isOpen || rest.onClose()}
    title="New content item"
    description={`In ${categoryName(rest.category)}, active and unused.`}
    size="lg"
  >
    <NewItemForm {...rest} />
  </Dialog>
);
