import { heldEffect } from "@/entities/post";
import type { Id } from "@/shared/api/id";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { useIsHeld } from "@/shared/query/use-reach";
import { Dialog, DialogBody } from "@/shared/ui/dialog/dialog";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import styles from "./post-now.module.css";
import type { PostNowItemProps } from "./post-now-item";

const PostNowItem = lazyWithPreload(
  () => import("./post-now-item").then((part) => part.PostNowItem),
  {
    preloadWhenSettled: true,
  },
);

type PostNowDialogProps = Omit<PostNowItemProps, "id"> & {
  /** The item whose dialog is open; undefined while there is none. */
  item: Id | undefined;
};

export function PostNowDialog({ item, ...rest }: PostNowDialogProps) {
  const isHeld = useIsHeld();
  return (
    <Dialog
      open={item !== undefined}
      onOpenChange={(isOpen) => isOpen || rest.onClose()}
      title="Post now"
      description={isHeld ? heldEffect : "This publishes immediately and can't be undone here."}
      size="lg"
    >
      {item !== undefined && (
        <PanelBoundary of={String(item)} loading={<LoadingPostNow />}>
          <PostNowItem key={String(item)} id={item} {...rest} />
        </PanelBoundary>
      )}
    </Dialog>
  );
}

const LoadingPostNow = () => (
  <DialogBody>
    <Loading label="Loading item and accounts">
      <div className={styles.loading}>
        <Skeleton height={40} radius={6} />
        <Skeleton height={24} />
        <Skeleton height={24} />
        <Skeleton height={24} />
      </div>
    </Loading>
  </DialogBody>
);
