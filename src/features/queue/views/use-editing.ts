import { useState } from "react";
import type { QueueItem } from "@/entities/post";
import { hasDraft } from "@/shared/forms/has-draft";
import { useOffered } from "@/shared/query/use-offered";
import { queueApi } from "../contract";
import { draftOf } from "../edited";

/** Tracks which posts are being edited. One with a draft is opened again after a reload. */
export function useEditing() {
  const isOffered = useOffered(queueApi.edit);
  const [presses, setPresses] = useState<ReadonlyMap<string, boolean>>(new Map());
  return {
    isOffered,
    isEditing: (item: QueueItem) =>
      isOffered && (presses.get(String(item.id)) ?? hasDraft(draftOf(item))),
    /** True if the operator has opened it, and not a reload. */
    wasPressed: (item: QueueItem) => presses.get(String(item.id)) === true,
    edit: (item: QueueItem, isEdited: boolean) =>
      setPresses((before) => new Map(before).set(String(item.id), isEdited)),
  };
}

export type Editing = ReturnType<typeof useEditing>;
