import { categoryName } from "@/entities/category";
import { LazyDialog } from "@/shared/lazy/lazy-dialog";
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

/** Its own boundary: if the form suspended the screen, the button that opened it would lose the focus. */
export function NewItemDialog({ open, ...rest }: NewItemDialogProps) {
  const onOpenChange = (isOpen: boolean) => isOpen || rest.onClose();
  return (
    <LazyDialog open={open} onOpenChange={onOpenChange}>
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title="New content item"
        description={`Added to ${categoryName(rest.category)} as active and unused.`}
        size="lg"
      >
        <NewItemForm {...rest} />
      </Dialog>
    </LazyDialog>
  );
}
