import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { Dialog } from "@/shared/ui/dialog/dialog";
import type { CreateGroupFormProps } from "./create-group-form";

const CreateGroupForm = lazyWithPreload(
  () => import("./create-group-form").then((part) => part.CreateGroupForm),
  { preloadWhenSettled: true },
);

type CreateGroupDialogProps = CreateGroupFormProps & { open: boolean };

export const CreateGroupDialog = ({ open, ...rest }: CreateGroupDialogProps) => (
  <Dialog open={open} onOpenChange={(isOpen) => isOpen || rest.onClose()} title="Create New Group">
    <CreateGroupForm {...rest} />
  </Dialog>
);
