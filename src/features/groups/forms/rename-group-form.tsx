import { useMemo } from "react";
import type { Group } from "@/entities/group";
import { ConsoleForm } from "@/shared/forms/console-form";
import { TextField } from "@/shared/forms/fields";
import { SaveFoot } from "@/shared/forms/form-foot";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { renameFailure, useRenameGroup } from "../mutations";
import { renamedGroupSchema } from "../schema";

export function RenameGroupForm({ group }: { group: Group }) {
  const rename = useRenameGroup();
  const current = useMemo(() => ({ name: group.name }), [group.name]);
  const form = useConsoleForm({
    schema: renamedGroupSchema,
    defaults: current,
    current,
    draft: `rename-group-${group.id}`,
    failure: renameFailure,
    save: (body) => rename.send({ params: { id: group.id }, body }),
  });
  return (
    <ConsoleForm form={form} label="Rename group" stacked>
      <TextField
        control={form.control}
        name="name"
        label="Group Name"
        autoComplete="off"
        required
      />
      <SaveFoot control={form.control} busy={rename.isBusy}>
        Rename group
      </SaveFoot>
    </ConsoleForm>
  );
}
