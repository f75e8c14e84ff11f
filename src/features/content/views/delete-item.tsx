import { Trash2 } from "lucide-react";
import { useState } from "react";
import { type Failure, failureOf } from "@/shared/query/outcome";
import { wasDone } from "@/shared/query/use-batch";
import { CommandQuestion } from "@/shared/ui/dialog/command-question";
import { itemFailures } from "../mutations";
import { nameOf } from "../pool";
import type { ContentItem } from "../schema";
import type { useItems } from "./use-items";

type DeleteItemProps = {
  /** The item to delete; undefined while the dialog is closed. */
  item: ContentItem | undefined;
  act: ReturnType<typeof useItems>["act"];
  onClose: () => void;
};

/** Rendered outside the item's card, so that it stays mounted when the card unmounts. */
export function DeleteItem({ item, act, onClose }: DeleteItemProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function remove() {
    if (!item) return;
    setBusy(true);
    setFailure(undefined);
    const outcome = await act("remove", item);
    setBusy(false);
    if (wasDone(outcome)) onClose();
    else if ("error" in outcome) setFailure(failureOf(itemFailures.remove, outcome.error));
  }

  return (
    <CommandQuestion
      command={{ isBusy, failure, forget: () => setFailure(undefined) }}
      open={item !== undefined}
      onClose={onClose}
      title={
        item && (
          <>
            Delete <bdi>{nameOf(item)}</bdi>?
          </>
        )
      }
      confirm="Delete"
      icon={<Trash2 />}
      onConfirm={() => void remove()}
    >
      This cannot be undone. Posts already made from it do not change.
    </CommandQuestion>
  );
}
