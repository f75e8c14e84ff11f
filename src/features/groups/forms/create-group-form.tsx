import { Plus } from "lucide-react";
import type { Id } from "@/shared/api/id";
import { ConsoleForm } from "@/shared/forms/console-form";
import { TextAreaField, TextField } from "@/shared/forms/fields";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { Button } from "@/shared/ui/button";
import { DialogBody, DialogFooter } from "@/shared/ui/dialog/dialog";
import { useCreateGroup } from "../mutations";
import { blankGroup, newGroupSchema } from "../schema";

export type CreateGroupFormProps = {
  onClose: () => void;
  /** Undefined when the group was made, but the answer could not be read. */
  onCreated: (id: Id | undefined) => void;
};

export function CreateGroupForm({ onClose, onCreated }: CreateGroupFormProps) {
  const create = useCreateGroup();
  const form = useConsoleForm({
    schema: newGroupSchema,
    defaults: blankGroup,
    draft: "new-group",
    failure: "Failed to create group.",
    save: (body) => create.send({ body }),
    onSaved: (group) => onCreated(group?.id),
  });
  return (
    <ConsoleForm form={form} standsIn="dialog">
      <DialogBody>
        <TextField control={form.control} name="name" label="Group Name" required />
        <TextAreaField
          control={form.control}
          name="description"
          label="Description"
          rows={3}
          count={{ max: 2000 }}
        />
      </DialogBody>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" icon={<Plus />} busy={create.isBusy}>
          Create Group
        </Button>
      </DialogFooter>
    </ConsoleForm>
  );
}
