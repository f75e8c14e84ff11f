import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { Group } from "@/entities/group";
import { LazyDialog } from "@/shared/lazy/lazy-dialog";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { useOffered } from "@/shared/query/use-offered";
import { Button } from "@/shared/ui/button";
import { TitledPanel } from "@/shared/ui/panel";
import { groupsApi } from "../contract";
import { RenameGroupForm } from "../forms/rename-group-form";
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
