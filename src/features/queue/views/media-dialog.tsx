import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { PostMedia, type QueueItem } from "@/entities/post";
import { type Id, sameId } from "@/shared/api/id";
import { useNeighbourKeys } from "@/shared/keyboard/use-neighbour-keys";
import { buttonProps } from "@/shared/ui/button";
import { Dialog, DialogBody } from "@/shared/ui/dialog/dialog";
import styles from "./media-dialog.module.css";

type MediaDialogProps = {
  open: boolean;
  item: QueueItem;
  items: readonly QueueItem[];
  onShow: (post: Id | undefined) => void;
};

/** A post's image or video, as large as the window allows. */
export const MediaDialog = ({ open, onShow, ...shown }: MediaDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={(isOpen) => isOpen || onShow(undefined)}
    title={`Post #${shown.item.id}`}
    size="xl"
  >
    <DialogBody>
      <Media {...shown} onShow={onShow} />
    </DialogBody>
  </Dialog>
);

function Media({ item, items, onShow }: Omit<MediaDialogProps, "open">) {
  const ref = useRef<HTMLDivElement>(null);
  const place = items.findIndex(({ id }) => sameId(id, item.id));
  const [previous, next] = place === -1 ? [] : [items[place - 1], items[place + 1]];
  useNeighbourKeys(ref, (by) => {
    const other = by === -1 ? previous : next;
    if (other) onShow(other.id);
  });
  useFocusAfter(item.id);
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
          end="This is the first post of the list."
          to={previous}
          onShow={onShow}
        />
        {/* Announced when it changes, because the focus does not move. */}
        <span role="status">{place !== -1 && `${place + 1} of ${items.length}`}</span>
        <TurnButton
          label="Next image"
          shortcut="ArrowRight"
          icon={<ChevronRight />}
          end="This is the last post of the list."
          to={next}
          onShow={onShow}
        />
      </div>
    </div>
  );
}

type TurnButtonProps = {
  label: string;
  shortcut: string;
  icon: ReactNode;
  /** Why the button does nothing if there is no such post. It keeps its place and the focus. */
  end: string;
  to: QueueItem | undefined;
  onShow: (post: Id) => void;
};

/** Has the browser's tooltip: ours would be removed with the focus in it, which Radix takes for lost. */
const TurnButton = ({ label, shortcut, icon, end, to, onShow }: TurnButtonProps) => (
  <button
    type="button"
    {...buttonProps({ variant: "ghost", size: "sm" })}
    data-icon-only=""
    aria-label={label}
    aria-keyshortcuts={shortcut}
    aria-disabled={to === undefined || undefined}
    title={to ? label : end}
    onClick={() => to && onShow(to.id)}
  >
    {icon}
  </button>
);

/**
 * Focuses the card of the post shown last when the dialog closes. The dialog itself returns the focus to
 * the card that was opened, which may be far away.
 */
function useFocusAfter(post: Id) {
  const last = useRef(post);
  const first = useRef(post);
  useEffect(() => {
    last.current = post;
  }, [post]);
  useEffect(
    () => () => {
      if (sameId(last.current, first.current)) return;
      const selector = `li[data-post="${CSS.escape(String(last.current))}"]`;
      // The dialog has scheduled its own focus for the end of this task; this runs after it.
      setTimeout(() => document.querySelector<HTMLElement>(selector)?.focus());
    },
    [],
  );
}
