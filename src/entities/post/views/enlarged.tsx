import { useState } from "react";
import { type Id, sameId } from "@/shared/api/id";
import { MediaDialog, type MediaItem } from "./media-dialog";

type EnlargedProps<Item> = {
  /** The list whose order decides the neighbours. */
  items: readonly Item[];
  /** The post whose image or video is shown large. */
  post: Id | undefined;
  onShow: (post: Id | undefined) => void;
  titleOf: (item: Item) => string;
  /** A selector for what gets the focus after the media of another card than the opened one. */
  cardOf: (id: string) => string;
};

export function Enlarged<Item extends MediaItem>({ items, post, ...rest }: EnlargedProps<Item>) {
  const found = items.find(({ id }) => sameId(id, post));
  const [last, setLast] = useState(found);
  // While the dialog closes, it still shows the last one.
  if (found && found !== last) setLast(found);
  return last && <MediaDialog {...rest} open={found !== undefined} item={last} items={items} />;
}
