import { useRef } from "react";
import type { Id } from "@/shared/api/id";
import { lazyOnPress } from "@/shared/lazy/lazy-with-preload";
import { Dialog } from "@/shared/ui/dialog/dialog";
import type { OpenPostProps } from "./open-post";

const OpenPost = lazyOnPress(() => import("./open-post").then((part) => part.OpenPost));

type PostPerformanceProps = Omit<OpenPostProps, "post"> & {
  /** The post whose dialog is open; undefined while there is none. */
  post: Id | undefined;
  onClose: () => void;
};

export function PostPerformance({ post, onClose, ...rest }: PostPerformanceProps) {
  const last = useRef(post);
  // While the dialog closes, it still shows the last post.
  last.current = post ?? last.current;
  return (
    <Dialog
      open={post !== undefined}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Post performance"
      size="xl"
    >
      {last.current !== undefined && <OpenPost post={last.current} {...rest} />}
    </Dialog>
  );
}
