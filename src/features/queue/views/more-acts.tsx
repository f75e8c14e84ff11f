import { Eye, SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import type { QueueItem } from "@/entities/post";
import { LazyDialog } from "@/shared/lazy/lazy-dialog";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { IconButton } from "@/shared/ui/icon-button";

const PreviewDialog = lazyWithPreload(
  () => import("./preview-dialog").then((part) => part.PreviewDialog),
  { preloadWhenSettled: true },
);

type MoreActsProps = {
  item: QueueItem;
  /** Asks where and when it goes out; undefined if the backend does not let one choose. */
  onApproveAt: (() => void) | undefined;
};

/** The buttons of a pending post that open something first. Not needed to decide on it. */
export function MoreActs({ item, onApproveAt }: MoreActsProps) {
  const [isPreviewing, setPreviewing] = useState(false);
  const close = () => setPreviewing(false);
  return (
    <>
      <IconButton
        label="Preview"
        icon={<Eye />}
        size="sm"
        aria-haspopup="dialog"
        onClick={() => setPreviewing(true)}
      />
      {onApproveAt && (
        <IconButton
          label="Approve…"
          tooltip="Choose accounts and time…"
          icon={<SlidersHorizontal />}
          size="sm"
          aria-haspopup="dialog"
          onClick={onApproveAt}
        />
      )}
      <LazyDialog open={isPreviewing} onOpenChange={close}>
        <PreviewDialog item={item} open={isPreviewing} onClose={close} />
      </LazyDialog>
    </>
  );
}
