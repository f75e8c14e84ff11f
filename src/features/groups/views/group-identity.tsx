import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { Group } from "@/entities/group";
import { TextField } from "@/shared/forms/fields";
import { SaveFoot } from "@/shared/forms/form-foot";
import { GuardedForm } from "@/shared/forms/guarded/guarded-form";
import { useGuardedForm } from "@/shared/forms/guarded/use-guarded-form";
import { LazyDialog } from "@/shared/lazy/lazy-dialog";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { useOffered } from "@/shared/query/use-offered";
import { Button } from "@/shared/ui/button/button";
import { TitledPanel } from "@/shared/ui/panel/panel";
import { groupsApi } from "../contract";
import { renameFailure, useRenameGroup } from "../mutations";
import { useReadGroup } from "../queries";
import { renamedGroupSchema } from "../schema";
import styles from "./group-settings.module.css";

const DeleteGroupDialog = lazyWithPreload(() =>
  import("../forms/delete-group-dialog").then((part) => part.DeleteGroupDialog),
);

/** Renames and deletes a group. */
export function GroupIdentity({ group }: { group: Group }) {
  const [isDeleting, setDeleting] = useState(false);
  const isOffered = useOffered(groupsApi.rename);
  if (!isOffered) return null;
  const close = () => setDeleting(false);
  return (
    <TitledPanel title="Group">
      <RenameGroupForm group={group} />
      <div className={styles.danger}>
        <Button
          variant="danger"
          icon={<Trash2 />}
          aria-haspopup="dialog"
          onPointerEnter={() => void DeleteGroupDialog.preload()}
          onClick={() => setDeleting(true)}
        >
          Delete group…
        </Button>
      </div>
      <LazyDialog open={isDeleting} onOpenChange={setDeleting}>
        {isDeleting && <DeleteGroupDialog group={group} onClose={close} />}
      </LazyDialog>
    </TitledPanel>
  );
}

function RenameGroupForm({ group }: { group: Group }) {
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
