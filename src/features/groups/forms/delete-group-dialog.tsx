import { Trash2 } from "lucide-react";
import { useMemo } from "react";
import type { Group } from "@/entities/group";
import type { Id } from "@/shared/api/id";
import { z } from "@/shared/config/zod";
import { counted } from "@/shared/format/number";
import { ConsoleForm } from "@/shared/forms/console-form";
import { TextField } from "@/shared/forms/fields";
import { useConsoleForm } from "@/shared/forms/use-console-form";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button/button";
import { Dialog, DialogBody, DialogFooter } from "@/shared/ui/dialog/dialog";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { deleteFailure, useDeleteGroup } from "../mutations";
import { groupCountQueries } from "../queries";
import styles from "../views/group-settings.module.css";

type DeleteGroupProps = { group: Group; onClose: () => void };

const defaults = { typed: "" };
/** Not kept: a draft would confirm the next deletion. */
const secrets = ["typed"] as const;

/** Mounted only while it is open, so that each deletion is confirmed by typing. */
export function DeleteGroupDialog({ group, onClose }: DeleteGroupProps) {
  const remove = useDeleteGroup();
  const form = useConsoleForm({
    schema: useMemo(() => typedName(group.name), [group.name]),
    defaults,
    draft: `delete-group-${group.id}`,
    secrets,
    failure: deleteFailure,
    save: () => remove.send({ params: { id: group.id } }),
    onSaved: onClose,
  });
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={
        <>
          Delete <bdi>{group.name}</bdi>?
        </>
      }
      description="This cannot be undone. Published posts stay online."
    >
      <ConsoleForm form={form} label="Delete group">
        <DialogBody>
          <PanelBoundary loading={<Counting />}>
            <Contents id={group.id} />
          </PanelBoundary>
          <TextField
            control={form.control}
            name="typed"
            label="Type the group's name to confirm"
            placeholder={group.name}
            autoComplete="off"
            required
          />
        </DialogBody>
        <DialogFooter>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger-solid" icon={<Trash2 />} busy={remove.isBusy}>
            Delete group
          </Button>
        </DialogFooter>
      </ConsoleForm>
    </Dialog>
  );
}

const typedName = (name: string) =>
  z.object({
    typed: z
      .string()
      .check(z.refine((text) => text.trim() === name.trim(), "The name does not match.")),
  });

function Contents({ id }: { id: Id }) {
  const held = useRead(groupCountQueries.contents(id));
  return (
    <div className={styles.lines}>
      <p>Also deleted:</p>
      <ul className={styles.contents}>
        <li>{counted(held.accounts, "social account")}</li>
        <li>
          {counted(held.categories, "category", "categories")} with{" "}
          {counted(held.content_items, "content item")}
        </li>
        <li>{counted(held.pending_approval, "post")} waiting for approval</li>
        <li>{counted(held.scheduled_posts, "scheduled post")}</li>
        <li>the figures of {counted(held.published_posts, "published post")}</li>
        <li>{counted(held.integrations, "integration")}</li>
        <li>{counted(held.subscribers, "newsletter subscriber")}</li>
      </ul>
    </div>
  );
}

const Counting = () => (
  <Loading label="Counting the group's contents">
    <Skeleton height={168} />
  </Loading>
);
