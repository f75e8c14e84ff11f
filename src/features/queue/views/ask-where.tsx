import type { QueryKey } from "@tanstack/react-query";
import { useState } from "react";
import type { QueueItem } from "@/entities/post";
import { sameId } from "@/shared/api/id";
import { ApproveDialog } from "./approve-dialog";

type AskWhereProps = {
  items: readonly QueueItem[];
  /** The post whose dialog is open. */
  asked: QueueItem | undefined;
  refreshes: readonly QueryKey[];
  onClose: () => void;
};

/** Not part of the card: that leaves while the approval is pending, and the dialog shows a failure. */
export function AskWhere({ items, asked, ...rest }: AskWhereProps) {
  const [last, setLast] = useState(asked);
  if (asked && asked !== last) setLast(asked);
  const item = items.find(({ id }) => sameId(id, last?.id)) ?? last;
  return item && <ApproveDialog item={item} open={asked !== undefined} {...rest} />;
}
