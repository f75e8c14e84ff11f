import { LazyDialog } from "@/shared/lazy/lazy-boundary";
import { lazyOnPress } from "@/shared/lazy/lazy-with-preload";
import { Dialog } from "@/shared/ui/dialog/dialog";
import type { CreateGroupFormProps } from "./create-group-form";

const CreateGroupForm = lazyOnPress(() =>
  import("./create-group-form").then((part) => part.CreateGroupForm),
);

type CreateGroupDialogProps = CreateGroupFormProps & { open: boolean };

/** Its own boundary: if the form suspended the shell, the button that opened it would lose the focus. */
export function CreateGroupDialog({ open, ...rest }: CreateGroupDialogProps) {
  const onOpenChange = (isOpen: boolean) => isOpen || rest.onClose();
  return (
    <LazyDialog open={open} onOpenChange={onOpenChange}>
      <Dialog open={open} onOpenChange={onOpenChange} title="Create New Group">
        <CreateGroupForm {...rest} />
      </Dialog>
    </LazyDialog>
  );
}
