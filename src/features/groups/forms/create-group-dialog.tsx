import { Dialog } from "@/shared/ui/dialog";
import { late } from "@/shared/ui/late";
import type { CreateGroupFormProps } from "./create-group-form";

const CreateGroupForm = late(
  () => import("./create-group-form").then((code) => code.CreateGroupForm),
  { isFetchedAhead: true },
);

type CreateGroupDialogProps = CreateGroupFormProps & { open: boolean };

export const CreateGroupDialog = ({ open, ...rest }: CreateGroupDialogProps) => (
  <Dialog open={open} onOpenChange={(isOpen) => isOpen || rest.onClose()} title="Create New Group">
    <CreateGroupForm {...rest} />
  </Dialog>
);
