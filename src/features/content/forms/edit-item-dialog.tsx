import type { Id } from "@/shared/api/id";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { useOffered } from "@/shared/query/use-offered";
import { Dialog, DialogBody } from "@/shared/ui/dialog/dialog";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import { contentApi } from "../contract";
import type { EditItemProps } from "./edit-item";

const EditItem = lazyWithPreload(() => import("./edit-item").then((part) => part.EditItem), {
  preloadWhenSettled: true,
});

type EditItemDialogProps = Omit<EditItemProps, "id"> & {
  /** The item whose dialog is open; undefined while there is none. */
  item: Id | undefined;
};

export function EditItemDialog({ item, ...rest }: EditItemDialogProps) {
  const isOffered = useOffered(contentApi.edit);
  const opened = isOffered ? item : undefined;
  return (
    <Dialog
      open={opened !== undefined}
      onOpenChange={(isOpen) => isOpen || rest.onClose()}
      title="Edit item"
      description="Posts already made from it do not change."
      size="lg"
    >
      {opened !== undefined && (
        <PanelBoundary of={String(opened)} loading={<LoadingItem />}>
          <EditItem key={String(opened)} id={opened} {...rest} />
        </PanelBoundary>
      )}
    </Dialog>
  );
}

const LoadingItem = () => (
  <DialogBody>
    <Loading label="Loading item">
      <Skeleton height={120} radius={6} />
      <Skeleton height={32} radius={6} />
    </Loading>
  </DialogBody>
);
