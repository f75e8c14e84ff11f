import { useState } from "react";
import { type Id, sameId } from "@/shared/api/id";
import { LazyDialog } from "@/shared/lazy/lazy-boundary";
import { lazyOnPress } from "@/shared/lazy/lazy-with-preload";
import type { MediaItem } from "./media-dialog";

const MediaDialog = lazyOnPress(() => import("./media-dialog").then((part) => part.MediaDialog));

type EnlargedProps = {
  /** The list whose order decides the neighbours. */
  items: readonly MediaItem[];
  /** The post whose image or video is shown large. */
  post: Id | undefined;
  onShow: (post: Id | undefined) => void;
  /** The word for a post in the title. */
  noun: "Post" | "Item";
  /** A selector for what gets the focus after the media of another card than the opened one. */
  cardOf: (id: string) => string;
};

/** Shows the image or the video of a card, and turns to those of its neighbours. */
export function Enlarged({ items, post, onShow, noun, cardOf }: EnlargedProps) {
  const found = items.find(({ id }) => sameId(id, post));
  const [last, setLast] = useState(found);
  // While the dialog closes, it still shows the last one.
  if (found && found !== last) setLast(found);
  return (
    <LazyDialog open={found !== undefined} onOpenChange={() => onShow(undefined)}>
      {last && (
        <MediaDialog
          open={found !== undefined}
          title={`${noun} #${last.id}`}
          item={last}
          items={items}
          onShow={onShow}
          cardOf={cardOf}
        />
      )}
    </LazyDialog>
  );
}
