import type { Id } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { Dialog, DialogBody } from "@/shared/ui/dialog/dialog";
import { Notice } from "@/shared/ui/panel/notice";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { queueQueries } from "../queries";
import { EditForm } from "./post-editor";

type EditDialogProps = {
  /** Undefined while the dialog is closed. */
  post: Id | undefined;
  onClose: () => void;
};

/** Changes a post outside the queue: one that failed. */
export const EditDialog = ({ post, ...form }: EditDialogProps) => (
  <Dialog
    open={post !== undefined}
    onOpenChange={(isOpen) => isOpen || form.onClose()}
    title="Edit post"
    description="Changes apply to all its accounts. Nothing is published until you retry."
    size="lg"
  >
    {post !== undefined && (
      <PanelBoundary resetKey={String(post)} loading={<LoadingForm />}>
        <OnePost id={post} {...form} />
      </PanelBoundary>
    )}
  </Dialog>
);

function OnePost({ id, onClose }: Omit<EditDialogProps, "post"> & { id: Id }) {
  const item = useRead(queueQueries.detail(id));
  if (item.locked) {
    return (
      <DialogBody>
        <Notice tone="warning" title={item.locked}>
          Change and post its content from the Content Library.
        </Notice>
      </DialogBody>
    );
  }
  return <EditForm item={item} takesFocus={false} isInDialog onClose={() => onClose()} />;
}

const LoadingForm = () => (
  <DialogBody>
    <Loading label="Loading post">
      <Skeleton height={160} radius={6} />
      <Skeleton height={32} radius={6} />
    </Loading>
  </DialogBody>
);
