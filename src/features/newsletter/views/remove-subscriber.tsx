import { Trash2 } from "lucide-react";
import type { Id } from "@/shared/api/id";
import { wasDone } from "@/shared/query/use-batch";
import { CommandQuestion } from "@/shared/ui/dialog/command-question";
import { useRemoveSubscriber } from "../mutations";
import type { Subscriber } from "../schema";

type RemoveQuestionProps = {
  group: Id;
  /** The subscriber to remove; undefined keeps the dialog closed. */
  subscriber: Subscriber | undefined;
  onClose: () => void;
  onRemoved: () => void;
};

/** Rendered beside the list and not in a row, because a row unmounts when the list is scrolled. */
export function RemoveQuestion({ group, subscriber, onClose, onRemoved }: RemoveQuestionProps) {
  const removal = useRemoveSubscriber(group);

  async function confirm() {
    if (!subscriber) return;
    const outcome = await removal.remove(subscriber);
    if (!wasDone(outcome)) return;
    onClose();
    onRemoved();
  }

  return (
    <CommandQuestion
      command={removal}
      open={subscriber !== undefined}
      onClose={onClose}
      title={
        <>
          Remove <bdi>{subscriber?.email || "this subscriber"}</bdi>?
        </>
      }
      confirm="Remove"
      icon={<Trash2 />}
      onConfirm={() => void confirm()}
    >
      {subscriber?.is_active === false ? (
        <>
          <strong>{subscriber.email || "It"}</strong> has unsubscribed. Once removed, it can be
          added again.
        </>
      ) : (
        <>
          <strong>{subscriber?.email || "It"}</strong> will no longer receive newsletters. This
          cannot be undone.
        </>
      )}
    </CommandQuestion>
  );
}
