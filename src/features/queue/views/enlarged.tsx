import { useState } from "react";
import type { QueueItem } from "@/entities/post";
import { type Id, sameId } from "@/shared/api/id";
import { MediaDialog } from "./media-dialog";

type EnlargedProps = {
  /** The list whose order decides the neighbours. */
  items: readonly QueueItem[];
  /** The post whose image or video is shown large. */
  post: Id | undefined;
  onShow: (post: Id | undefined) => void;
};

export function Enlarged({ items, post, onShow }: EnlargedProps) {
  const found = items.find(({ id }) => sameId(id, post));
  const [last, setLast] = useState(found);
  // While the dialog closes, it still shows the last one.
  if (found && found !== last) setLast(found);
  return (
    last && <MediaDialog open={found !== undefined} item={last} items={items} onShow={onShow} />
  );
}
