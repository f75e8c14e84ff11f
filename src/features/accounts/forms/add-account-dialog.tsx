import { LazyDialog } from "@/shared/lazy/lazy-dialog";
import { lazyOnPress } from "@/shared/lazy/lazy-with-preload";
import { Dialog } from "@/shared/ui/dialog/dialog";
import type { AddAccountFormProps } from "./add-account-form";

const AddAccountForm = lazyOnPress(() =>
  import("./add-account-form").then((part) => part.AddAccountForm),
);

type AddAccountDialogProps = AddAccountFormProps & { open: boolean; onClosed: () => void };

/** Its own boundary: if the form suspended the tab, the button that opened it would lose the focus. */
export function AddAccountDialog({ open, onClosed, ...rest }: AddAccountDialogProps) {
  const onOpenChange = (isOpen: boolean) => isOpen || rest.onClose();
  return (
    <LazyDialog open={open} onOpenChange={onOpenChange}>
      <Dialog open={open} onOpenChange={onOpenChange} onClosed={onClosed} title="Add account">
        <AddAccountForm {...rest} />
      </Dialog>
    </LazyDialog>
  );
}
