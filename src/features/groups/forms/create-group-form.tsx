import { Plus } from "lucide-react";
import type { Id } from "@/shared/api/id";
import { ConsoleForm } from "@/shared/forms/console-form";
import { TextAreaField, TextField } from "@/shared/forms/fields";
import { DialogFormFoot } from "@/shared/forms/form-foot";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { DialogBody } from "@/shared/ui/dialog/dialog";
import { useCreateGroup } from "../mutations";
import { blankGroup, newGroupSchema } from "../schema";

export type CreateGroupFormProps = {
  onClose: () => void;
  /** The id is undefined if the group was created but the answer could not be read. */
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
      <DialogFormFoot
        submit="Create Group"
        icon={<Plus />}
        busy={create.isBusy}
        onCancel={onClose}
      />
    </ConsoleForm>
  );
}
