import { Check, Eye, SlidersHorizontal, X } from "lucide-react";
import { type ComponentProps, type MouseEvent, useState } from "react";
import type { QueueItem } from "@/entities/post";
import { LazyDialog } from "@/shared/lazy/lazy-boundary";
import { lazyOnPress } from "@/shared/lazy/lazy-with-preload";
import { useOffered } from "@/shared/query/use-backend";
import { Button } from "@/shared/ui/button/button";
import { IconButton } from "@/shared/ui/button/icon-button";
import { Badge } from "@/shared/ui/status/badge";
import { ignoreRepeats } from "../card-keyboard";
import { approveAtCapability, queueApi } from "../contract";
import type { Decision } from "../mutations";
import styles from "./approval-queue.module.css";
import { TextVerdict, WouldFail } from "./card-notes";
import { Destinations } from "./destinations";
import { EditButton, type Editing, PostEditor } from "./post-editor";
import { QueueCard } from "./queue-card";
import { type InformedApproval, type Press, pressOf } from "./use-decisions";

const PreviewDialog = lazyOnPress(() =>
  import("./preview-dialog").then((part) => part.PreviewDialog),
);

type PendingItemProps = Pick<
  ComponentProps<typeof QueueCard>,
  "selection" | "failure" | "onEnlarge" | "isLinked"
> &
  Omit<ComponentProps<typeof PendingButtons>, "onEdit" | "onDecide"> & {
    editing: Editing;
    onSaved: (saved: QueueItem) => void;
    onDecide: (decision: Decision, press: Press, informed?: InformedApproval) => void;
    /** True if its approval was stopped, because it breaks a rule. */
    isStopped: boolean;
  };

export function PendingItem({
  item,
  isLinked,
  selection,
  failure,
  editing,
  onSaved,
  onEnlarge,
  isStopped,
  ...buttons
}: PendingItemProps) {
  const isEditing = isPending(item) && editing.isEditing(item);
  const onEdit = () => editing.edit(item, true);
  return (
    <QueueCard
      item={item}
      isLinked={isLinked}
      selection={selection}
      failure={failure}
      lead={item.goes_out_on && <Destinations item={item} />}
      isEditable={editing.isOffered && isPending(item)}
      onEnlarge={onEnlarge}
      notes={
        isStopped ? (
          <WouldFail
            item={item}
            onEdit={editing.isOffered ? onEdit : undefined}
            onApprove={(press, informed) => buttons.onDecide("approve", press, informed)}
          />
        ) : (
          !item.goes_out_on && <TextVerdict item={item} />
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
        <PendingButtons item={item} {...buttons} onEdit={onEdit} />
      ) : (
        <Badge>{item.status}</Badge>
      )}
    </QueueCard>
  );
}

/** The query requests pending posts only, so a post without a status is pending. */
export const isPending = ({ status = "pending_approval" }: QueueItem) =>
  status.toLowerCase() === "pending_approval";

type PendingButtonsProps = {
  item: QueueItem;
  /** Marks the card to decide on next: only its Approve button is primary. */
  isLit: boolean;
  onDecide: (decision: Decision, press: Press) => void;
  onEdit: () => void;
  /** Asks where and when it is published. */
  onApproveAt: () => void;
};

/** The buttons of a post that waits for approval. */
function PendingButtons({ item, isLit, onDecide, onEdit, onApproveAt }: PendingButtonsProps) {
  const canEdit = useOffered(queueApi.edit);
  const canApproveAt = useOffered(approveAtCapability);
  const [isPreviewing, setPreviewing] = useState(false);
  const press = (decision: Decision) => (event: MouseEvent<HTMLElement>) =>
    onDecide(decision, pressOf(event));
  return (
    <>
      <span className={styles.pair}>
        <Button
          size="sm"
          variant={isLit ? "primary" : "secondary"}
          icon={<Check />}
          data-decision="approve"
          onKeyDown={ignoreRepeats}
          hint="A"
          onClick={press("approve")}
        >
          Approve
        </Button>
        <Button
          size="sm"
          icon={<X />}
          data-decision="reject"
          onKeyDown={ignoreRepeats}
          hint="R"
          onClick={press("reject")}
        >
          Reject
        </Button>
      </span>
      {canEdit && <EditButton onEdit={onEdit} />}
      <IconButton
        label="Preview"
        icon={<Eye />}
        size="sm"
        aria-haspopup="dialog"
        onClick={() => setPreviewing(true)}
      />
      {canApproveAt && (
        <IconButton
          label="Approve…"
          tooltip="Choose accounts and time…"
          icon={<SlidersHorizontal />}
          size="sm"
          aria-haspopup="dialog"
          onClick={onApproveAt}
        />
      )}
      <LazyDialog open={isPreviewing} onOpenChange={setPreviewing}>
        <PreviewDialog item={item} open={isPreviewing} onClose={() => setPreviewing(false)} />
      </LazyDialog>
    </>
  );
}
