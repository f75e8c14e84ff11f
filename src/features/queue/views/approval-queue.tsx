import { useGroupFilter } from "@/entities/group";
import { lazyOnPress } from "@/shared/lazy/lazy-with-preload";
import { useOffered } from "@/shared/query/use-backend";
import { Keys } from "@/shared/ui/button/kbd";
import { Segmented } from "@/shared/ui/form-controls/segmented";
import { Panel, Region } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { queueApi } from "../contract";
import styles from "./approval-queue.module.css";
import { PendingItems, type PendingItemsProps } from "./pending-items";
import { LoadingQueue } from "./queue-card";

const DecidedItems = lazyOnPress(() => import("./decided-items").then((part) => part.DecidedItems));

type ApprovalQueueProps = PendingItemsProps & {
  /** Which posts are shown; only pending ones where decisions cannot be taken back. */
  status: "pending" | "approved" | "rejected";
  onStatus: (status: ApprovalQueueProps["status"]) => void;
};

const statuses = [
  { value: "pending", label: "Pending" },
  { value: "approved", label: "Approved" },
  { value: "rejected", label: "Rejected" },
] as const;

export function ApprovalQueue({ status, onStatus, ...list }: ApprovalQueueProps) {
  const { asked } = useGroupFilter();
  const canReopen = useOffered(queueApi.reopen);
  const shown = canReopen ? status : "pending";
  return (
    <Region
      id="approval-queue"
      title="Content Approval Queue"
      actions={
        <>
          {shown === "pending" && <KeyHints />}
          {canReopen && (
            <Segmented
              label="Status"
              size="sm"
              value={shown}
              options={statuses}
              onChange={onStatus}
            />
          )}
        </>
      }
    >
      <Panel className={styles.panel}>
        <PanelBoundary resetKey={`${shown} ${asked}`} loading={<LoadingQueue />}>
          {shown === "pending" ? (
            <PendingItems {...list} />
          ) : (
            <DecidedItems key={shown} status={shown} {...list} />
          )}
        </PanelBoundary>
      </Panel>
    </Region>
  );
}

const hints = [
  { keys: ["J", "K"], does: "move" },
  { keys: ["A"], does: "approve" },
  { keys: ["R"], does: "reject" },
  { keys: ["E"], does: "edit", needs: queueApi.edit },
  { keys: ["Space"], does: "select" },
];

/** Meant for devices with a keyboard: the stylesheet hides the hints on touch screens. */
function KeyHints() {
  const canEdit = useOffered(queueApi.edit);
  return (
    <span className={styles.hints} aria-hidden="true">
      {hints
        .filter(({ needs }) => canEdit || !needs)
        .map(({ keys, does }) => (
          <span key={does}>
            <Keys keys={keys} /> {does}
          </span>
        ))}
    </span>
  );
}
