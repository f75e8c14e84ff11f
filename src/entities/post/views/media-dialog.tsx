import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef } from "react";
import { type Id, sameId } from "@/shared/api/id";
import { useNeighbourKeys } from "@/shared/keyboard/use-neighbour-keys";
import { TurnButton } from "@/shared/ui/button/turn-button";
import { Dialog, DialogBody } from "@/shared/ui/dialog/dialog";
import type { PostContent } from "../contract";
import styles from "./media-dialog.module.css";
import { PostMedia } from "./post-media";

export type MediaItem = PostContent & { id: Id };

type MediaProps = {
  item: MediaItem;
  items: readonly MediaItem[];
  onShow: (post: Id | undefined) => void;
  /** A selector for what gets the focus after the media of another card than the opened one. */
  cardOf: (id: string) => string;
};

type MediaDialogProps = MediaProps & { open: boolean; title: string };

/** Shows a post's image or video as large as the window allows. */
export const MediaDialog = ({ open, title, ...shown }: MediaDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={(isOpen) => isOpen || shown.onShow(undefined)}
    title={title}
    size="xl"
  >
    <DialogBody>
      <Media {...shown} />
    </DialogBody>
  </Dialog>
);

function Media({ item, items, onShow, cardOf }: MediaProps) {
  const ref = useRef<HTMLDivElement>(null);
  const place = items.findIndex(({ id }) => sameId(id, item.id));
  const [previous, next] = place === -1 ? [] : [items[place - 1], items[place + 1]];
  const turnTo = (other: MediaItem | undefined) => {
    if (other) onShow(other.id);
  };
  useNeighbourKeys(ref, (by) => turnTo(by === -1 ? previous : next));
  useFocusAfter(item.id, cardOf);
  return (
    <div ref={ref} className={styles.content}>
      {/* A video that failed must not leave its state to the next one. */}
      <div key={item.id} className={styles.stage}>
        <PostMedia content={item} />
      </div>
      <div className={styles.pager}>
        <TurnButton
          label="Previous image"
          shortcut="ArrowLeft"
          icon={<ChevronLeft />}
          blocked={previous ? undefined : "This is the first post of the list."}
          onTurn={() => turnTo(previous)}
        />
        {/* Announced when it changes, because the focus does not move. */}
        <span role="status">{place !== -1 && `${place + 1} of ${items.length}`}</span>
        <TurnButton
          label="Next image"
          shortcut="ArrowRight"
          icon={<ChevronRight />}
          blocked={next ? undefined : "This is the last post of the list."}
          onTurn={() => turnTo(next)}
        />
      </div>
    </div>
  );
}

/**
 * Focuses the card of the post shown last when the dialog closes. The dialog itself returns the focus to
 * the card that was opened, which may be far away.
 */
function useFocusAfter(post: Id, cardOf: MediaProps["cardOf"]) {
  const last = useRef(post);
  const first = useRef(post);
  const selectorOf = useRef(cardOf);
  useEffect(() => {
    last.current = post;
  }, [post]);
  useEffect(
    () => () => {
      if (sameId(last.current, first.current)) return;
      const selector = selectorOf.current(CSS.escape(String(last.current)));
      // The dialog has scheduled its own focus for the end of this task; this runs after it.
      setTimeout(() => document.querySelector<HTMLElement>(selector)?.focus());
    },
    [],
  );
}
