import { categoryName } from "@/entities/category";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { Dialog } from "@/shared/ui/dialog/dialog";
import type { NewItemFormProps } from "./new-item-form";

const NewItemForm = lazyWithPreload(
  () => import("./new-item-form").then((part) => part.NewItemForm),
  {
    preloadWhenSettled: true,
  },
);

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
