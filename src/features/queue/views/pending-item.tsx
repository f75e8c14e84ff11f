import type { ComponentProps } from "react";
import type { QueueItem } from "@/entities/post";
import { LazyPart } from "@/shared/lazy/lazy-part";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { Badge } from "@/shared/ui/badge";
import { GoesOutOn } from "./goes-out-on";
import { PendingActs } from "./pending-acts";
import { PostEditor } from "./post-editor";
import { QueueCard } from "./queue-card";
import type { Editing } from "./use-editing";

/** Only for backends that do not say where a post goes out. */
const TextVerdict = lazyWithPreload(() =>
  import("./text-verdict").then((part) => part.TextVerdict),
);

type PendingItemProps = Pick<ComponentProps<typeof QueueCard>, "selection" | "failure"> &
  Omit<ComponentProps<typeof PendingActs>, "onEdit"> & {
    item: QueueItem;
    editing: Editing;
    onSaved: (saved: QueueItem) => void;
  };

export function PendingItem({
  item,
  selection,
  failure,
  editing,
  onSaved,
  ...acts
}: PendingItemProps) {
  const isEditing = isPending(item) && editing.isEditing(item);
  return (
    <QueueCard
      item={item}
      selection={selection}
      failure={failure}
      verdict={
        item.goes_out_on ? (
          <GoesOutOn item={item} />
        ) : (
          // Without a verdict the operator can still read the post, and decide on it.
          <LazyPart fallback={null} failed={() => null}>
            <TextVerdict item={item} />
          </LazyPart>
        )
      }
      editor={
        isEditing && (
          <PostEditor
            item={item}
            takesFocus={editing.wasPressed(item)}
            onClose={(saved) => {
              if (saved) onSaved(saved);
              editing.edit(item, false);
            }}
          />
        )
      }
    >
      {isPending(item) ? (
        <PendingActs {...acts} onEdit={() => editing.edit(item, true)} />
      ) : (
        <Badge>{item.status}</Badge>
      )}
    </QueueCard>
  );
}

/** The query requests pending posts only, so a post without a status is pending. */
export const isPending = ({ status = "pending_approval" }: QueueItem) =>
  status.toLowerCase() === "pending_approval";
