import { Pencil } from "lucide-react";
import { useRef, useState } from "react";
import type { QueueItem } from "@/entities/post";
import { LazyPart } from "@/shared/lazy/lazy-boundary";
import { lazyOnPress } from "@/shared/lazy/lazy-with-preload";
import { useOffered } from "@/shared/query/use-backend";
import { drafts } from "@/shared/session/session";
import { IconButton } from "@/shared/ui/button/icon-button";
import { FailedState } from "@/shared/ui/panel/notice";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { ignoreRepeats } from "../card-keyboard";
import { queueApi } from "../contract";
import type { EditFormProps } from "../forms/edit-form";
import { draftOf } from "../schema";
import styles from "./approval-queue.module.css";

export const EditForm = lazyOnPress(() =>
  import("../forms/edit-form").then((part) => part.EditForm),
);

/** Shows the form that corrects a post, in place of its text and buttons on the card. */
export function PostEditor({ onClose, ...form }: EditFormProps) {
  const place = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.editor} ref={place}>
      <LazyPart
        fallback={
          <Loading label="Loading form">
            <Skeleton height={160} radius={6} />
          </Loading>
        }
        failed={(onRetry) => (
          <FailedState text="This part of the console could not be loaded." onRetry={onRetry} />
        )}
      >
        <EditForm
          {...form}
          onClose={(saved) => {
            // The focused button is removed with the form: the card keeps the keyboard's place.
            place.current?.closest<HTMLElement>("[data-post]")?.focus();
            onClose(saved);
          }}
        />
      </LazyPart>
    </div>
  );
}

export const EditButton = ({ onEdit }: { onEdit: () => void }) => (
  <IconButton
    label="Edit"
    icon={<Pencil />}
    size="sm"
    aria-keyshortcuts="E"
    onKeyDown={ignoreRepeats}
    onClick={onEdit}
  />
);

/** Tracks which posts are being edited. One with a draft is opened again after a reload. */
export function useEditing() {
  const isOffered = useOffered(queueApi.edit);
  const [presses, setPresses] = useState<ReadonlyMap<string, boolean>>(new Map());
  return {
    isOffered,
    isEditing: (item: QueueItem) =>
      isOffered && (presses.get(String(item.id)) ?? drafts.has(draftOf(item))),
    /** True if the operator has opened it, and not a reload. */
    wasPressed: (item: QueueItem) => presses.get(String(item.id)) === true,
    edit: (item: QueueItem, isEdited: boolean) =>
      setPresses((before) => new Map(before).set(String(item.id), isEdited)),
  };
}

export type Editing = ReturnType<typeof useEditing>;
