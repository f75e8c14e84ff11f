import type { Group } from "@/entities/group";
import { TextField } from "@/shared/forms/fields";
import { SaveFoot } from "@/shared/forms/form-foot";
import { GuardedForm } from "@/shared/forms/guarded-form";
import { useGuardedForm } from "@/shared/forms/use-guarded-form";
import { renameFailure, useRenameGroup } from "../mutations";
import { useReadGroup } from "../queries";
import { renamedGroupSchema } from "../schema";

export function RenameGroupForm({ group }: { group: Group }) {
  const rename = useRenameGroup();
  const guarded = useGuardedForm({
    schema: renamedGroupSchema,
    stored: group,
    valuesOf,
    overwrites: ({ name }) => ({ "Group Name": name }),
    readStored: useReadGroup(group.id),
    draft: `rename-group-${group.id}`,
    failure: renameFailure,
    bodyOf: (values) => values,
    send: (body) => rename.send({ params: { id: group.id }, body }),
  });
  const { control } = guarded.form;
  return (
    <GuardedForm guarded={guarded} label="Rename group" stacked>
      <TextField control={control} name="name" label="Group Name" autoComplete="off" required />
      <SaveFoot control={control} busy={guarded.isBusy}>
        Rename group
      </SaveFoot>
    </GuardedForm>
  );
}

const valuesOf = ({ name }: Group) => ({ name });
