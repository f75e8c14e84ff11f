import { useRef } from "react";
import type { Id } from "@/shared/api/id";
import { Dialog } from "@/shared/ui/dialog";
import { late } from "@/shared/ui/late";
import { useAfterFrame } from "@/shared/ui/use-after-frame";
import type { OpenPostProps } from "./open-post";

const OpenPost = late(() => import("./open-post").then((code) => code.OpenPost), {
  isFetchedAhead: true,
});

type PostPerformanceProps = Omit<OpenPostProps, "post"> & {
  /** The post whose dialog is open; undefined while there is none. */
  post: Id | undefined;
  onClose: () => void;
};

export function PostPerformance({ post, onClose, ...rest }: PostPerformanceProps) {
  const last = useRef(post);
  const isMarked = useAfterFrame(post !== undefined);
  // While it closes it shows what it showed: its content leaves with the dialog, and not before.
  last.current = post ?? last.current;
  return (
    <Dialog
      open={isMarked && post !== undefined}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Post performance"
      size="xl"
    >
      {last.current !== undefined && <OpenPost post={last.current} {...rest} />}
    </Dialog>
  );
}
