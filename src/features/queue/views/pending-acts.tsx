import { Check, SlidersHorizontal, X } from "lucide-react";
import type { MouseEvent } from "react";
import { useOffered } from "@/shared/query/use-offered";
import { Button } from "@/shared/ui/button";
import { approveAt, queueApi } from "../contract";
import type { Decision } from "../mutations";
import { EditButton } from "./edit-button";
import { ignoreRepeats } from "./ignore-repeats";
import type { Press } from "./use-decisions";

type PendingActsProps = {
  /** Marks the card to decide on next: only its Approve button is primary. */
  isLit: boolean;
  onDecide: (decision: Decision, press: Press) => void;
  onEdit: () => void;
  /** Asks where and when it goes out. */
  onApproveAt: () => void;
};

/** The buttons of a post that waits for approval. */
export function PendingActs({ isLit, onDecide, onEdit, onApproveAt }: PendingActsProps) {
  const canEdit = useOffered(queueApi.edit);
  const canApproveAt = useOffered(approveAt);
  const press = (decision: Decision) => (event: MouseEvent<HTMLElement>) =>
    onDecide(decision, {
      element: event.currentTarget,
      timeStamp: event.timeStamp,
      detail: event.detail,
    });
  return (
    <>
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
        variant="ghost"
        icon={<X />}
        data-decision="reject"
        onKeyDown={ignoreRepeats}
        hint="R"
        onClick={press("reject")}
      >
        Reject
      </Button>
      {canEdit && <EditButton onEdit={onEdit} />}
      {canApproveAt && (
        <Button
          size="sm"
          variant="ghost"
          icon={<SlidersHorizontal />}
          aria-haspopup="dialog"
          onClick={onApproveAt}
        >
          Approve…
        </Button>
      )}
    </>
  );
}
