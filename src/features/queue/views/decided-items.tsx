import { ListChecks, Undo2 } from "lucide-react";
import { useRef, useState } from "react";
import { useOfGroup } from "@/entities/group";
import {
  Enlarged,
  kindNames,
  kindOf,
  PagesFoot,
  type PostKind,
  type QueueItem,
} from "@/entities/post";
import { type Id, sameId } from "@/shared/api/id";
import { useOffered } from "@/shared/query/use-backend";
import type { LoadedPages } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button/button";
import { EmptyState } from "@/shared/ui/panel/notice";
import { useCardKeys } from "../card-keyboard";
import { queueApi } from "../contract";
import { useReopen } from "../mutations";
import { useQueue } from "../queries";
import { EditButton, type Editing, PostEditor, useEditing } from "./post-editor";
import { cardOf, QueueCard } from "./queue-card";

export type DecidedItemsProps = {
  status: "approved" | "rejected";
  kind: PostKind;
  /** The post that a link names: it comes first, if it is in the list. */
  linked: Id | undefined;
  pages: LoadedPages;
  onShowOther: () => void;
};

/** Posts that were decided on, newest first: a decision can be taken back. */
export function DecidedItems(props: DecidedItemsProps) {
  const { status, kind, linked, pages, onShowOther } = props;
  const { items, loaded, hasMore, isLoadingMore, moreFailure, loadMore } = useQueue(
    status,
    linked,
    pages,
  );
  const shown = items.filter((item) => kindOf(item) === kind);
  const editing = useEditing();
  const ofGroup = useOfGroup();
  const list = useRef<HTMLUListElement>(null);
  const [large, setLarge] = useState<Id>();
  const itemOf = (card: HTMLElement) => shown.find(({ id }) => String(id) === card.dataset.post);
  useCardKeys(list, {
    onEdit: (card) => {
      const item = itemOf(card);
      if (item && canEdit(item, editing)) editing.edit(item, true);
    },
    onEnlarge: (card) => {
      const item = itemOf(card);
      if (item && kindOf(item) === "media") setLarge(item.id);
    },
  });
  return (
    <>
      {shown.length > 0 && (
        <ul ref={list}>
          {shown.map((item) => (
            <DecidedItem
              key={item.id}
              item={item}
              isLinked={sameId(item.id, linked)}
              editing={editing}
              onEnlarge={() => setLarge(item.id)}
            />
          ))}
        </ul>
      )}
      {shown.length === 0 && !hasMore && (
        <EmptyState
          icon={<ListChecks />}
          title={`No ${kindNames[kind]} posts${ofGroup} are ${status}.`}
          hint="Approved and rejected posts appear here. You can reopen them."
        />
      )}
      <PagesFoot
        kind={kind}
        loaded={loaded}
        ofGroup={items.length}
        shown={shown.length}
        hidden={items.length - shown.length}
        hasMore={hasMore}
        busy={isLoadingMore}
        moreFailure={moreFailure}
        onLoad={loadMore}
        onShowOther={onShowOther}
        list={list}
      />
      <Enlarged items={shown} post={large} onShow={setLarge} noun="Post" cardOf={cardOf} />
    </>
  );
}

/** A rejected post is reopened before it is changed. */
const canEdit = ({ status, locked }: QueueItem, editing: Editing) =>
  editing.isOffered && status === "approved" && !locked;

type DecidedItemProps = {
  item: QueueItem;
  isLinked: boolean;
  editing: Editing;
  onEnlarge: () => void;
};

function DecidedItem({ item, isLinked, editing, onEnlarge }: DecidedItemProps) {
  const canReopen = useOffered(queueApi.reopen) && !item.locked;
  const reopen = useReopen();
  const isEditing = canEdit(item, editing) && editing.isEditing(item);
  async function press(button: HTMLElement) {
    const card = button.closest("[data-post]");
    const next = card?.nextElementSibling ?? card?.previousElementSibling ?? card?.closest("main");
    const { kind } = await reopen.send({ params: { id: item.id } });
    // The card leaves with the pressed button. Do not steal the focus if the operator has moved on.
    const { activeElement } = document;
    const isLost = activeElement === document.body || card?.contains(activeElement);
    if (kind === "ok" && isLost && next instanceof HTMLElement) next.focus();
  }
  return (
    <QueueCard
      item={item}
      isLinked={isLinked}
      failure={reopen.failure}
      isEditable={canEdit(item, editing)}
      onEnlarge={onEnlarge}
      editor={
        isEditing && (
          <PostEditor
            item={item}
            takesFocus={editing.wasPressed(item)}
            onClose={() => editing.edit(item, false)}
          />
        )
      }
    >
      {canReopen && (
        <Button
          size="sm"
          icon={<Undo2 />}
          busy={reopen.isBusy}
          onClick={({ currentTarget }) => void press(currentTarget)}
        >
          Reopen
        </Button>
      )}
      {canEdit(item, editing) && <EditButton onEdit={() => editing.edit(item, true)} />}
    </QueueCard>
  );
}
