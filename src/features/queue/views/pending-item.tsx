import type { ComponentProps } from "react";
import type { QueueItem } from "@/entities/post";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { Badge } from "@/shared/ui/badge";
import type { Decision } from "../mutations";
import { GoesOutOn } from "./goes-out-on";
import { OnDemand } from "./on-demand";
import { PendingActs } from "./pending-acts";
import { PostEditor } from "./post-editor";
import { QueueCard } from "./queue-card";
import type { Knowing, Press } from "./use-decisions";
import type { Editing } from "./use-editing";

const CardNotes = lazyWithPreload(() => import("./card-notes").then((part) => part.CardNotes), {
  preloadWhenSettled: true,
});

type PendingItemProps = Pick<
  ComponentProps<typeof QueueCard>,
  "selection" | "failure" | "onEnlarge" | "isWanted"
> &
  Omit<ComponentProps<typeof PendingActs>, "onEdit" | "onDecide"> & {
    editing: Editing;
    onSaved: (saved: QueueItem) => void;
    onDecide: (decision: Decision, press: Press, knowing?: Knowing) => void;
    /** True if its approval was stopped, because it breaks a rule. */
    isStopped: boolean;
  };

export function PendingItem({
  item,
  isWanted,
  selection,
  failure,
  editing,
  onSaved,
  onEnlarge,
  isStopped,
  ...acts
}: PendingItemProps) {
  const isEditing = isPending(item) && editing.isEditing(item);
  const onEdit = () => editing.edit(item, true);
  return (
    <QueueCard
      item={item}
      isWanted={isWanted}
      selection={selection}
      failure={failure}
      lead={item.goes_out_on && <GoesOutOn item={item} />}
      isEditable={editing.isOffered && isPending(item)}
      onEnlarge={onEnlarge}
      notes={
        (isStopped || !item.goes_out_on) && (
          <OnDemand>
            <CardNotes
              item={item}
              isStopped={isStopped}
              onEdit={editing.isOffered ? onEdit : undefined}
              onApprove={(press, knowing) => acts.onDecide("approve", press, knowing)}
            />
          </OnDemand>
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
        <PendingActs item={item} {...acts} onEdit={onEdit} />
      ) : (
        <Badge>{item.status}</Badge>
      )}
    </QueueCard>
  );
}

/** The query requests pending posts only, so a post without a status is pending. */
export const isPending = ({ status = "pending_approval" }: QueueItem) =>
  status.toLowerCase() === "pending_approval";
