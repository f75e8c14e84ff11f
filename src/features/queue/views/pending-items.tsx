import { ListChecks } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
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
import { LazyDialog } from "@/shared/lazy/lazy-boundary";
import { lazyOnPress } from "@/shared/lazy/lazy-with-preload";
import type { LoadedPages } from "@/shared/query/use-read";
import { focusMain } from "@/shared/ui/focus/focus";
import { EmptyState } from "@/shared/ui/panel/notice";
import { useSlides } from "@/shared/ui/use-slides";
import { useCardKeys } from "../card-keyboard";
import { useQueue } from "../queries";
import { isPending, PendingItem } from "./pending-item";
import { useEditing } from "./post-editor";
import { cardOf } from "./queue-card";
import { type BulkState, SelectionBar } from "./selection-bar";
import { useDecisions } from "./use-decisions";

const ApproveDialog = lazyOnPress(() =>
  import("../forms/approve-dialog").then((part) => part.ApproveDialog),
);

const ChangedQuestion = lazyOnPress(() =>
  import("./changed-question").then((part) => part.ChangedQuestion),
);

export type PendingItemsProps = {
  /** The kind of post that is shown; posts of the other kind are only counted. */
  kind: PostKind;
  /** The post that a link names: it comes first, if it is in the list. */
  linked: Id | undefined;
  pages: LoadedPages;
  /** Shows the posts of the other kind. */
  onShowOther: () => void;
  /** Leads to where posts are generated. */
  generateLink: ReactNode;
};

export function PendingItems(props: PendingItemsProps) {
  const { kind, linked, pages, onShowOther, generateLink } = props;
  const {
    items: all,
    loaded,
    hasMore,
    isLoadingMore,
    moreFailure,
    loadMore,
  } = useQueue("pending_approval", linked, pages);
  const decisions = useDecisions(all);
  const editing = useEditing();
  /** The post whose dialog 'Approve…' is open. */
  const [opened, setOpened] = useState<QueueItem>();
  const [large, setLarge] = useState<Id>();
  const [bulk, setBulk] = useState<BulkState>();
  // The dialog over the list shows that it is busy, and returns the focus to its card.
  const items = all.filter(({ id }) => !decisions.isLeaving(id) || sameId(id, opened?.id));
  const shown = items.filter((item) => kindOf(item) === kind);
  // A post that is being edited is not decided on with others: its present text would go out.
  const selectable = shown.filter((item) => !editing.isEditing(item));
  const { selected, isSelected, select, setSelected } = useSelection(selectable);
  const [current, setCurrent] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  useSlides(list, shown.map(({ id }) => id).join());
  const itemOf = (card: HTMLElement) =>
    selectable.find(({ id }) => String(id) === card.dataset.post);

  useCardKeys(list, {
    onDecide: (decision, card, { timeStamp }) => {
      const item = itemOf(card);
      if (item) decisions.decide(decision, item, { element: card, timeStamp, detail: 0 });
    },
    onSelect: (card) => {
      const item = itemOf(card);
      if (item) select(item, !isSelected(item));
    },
    onEdit: (card) => {
      const item = itemOf(card);
      if (item && editing.isOffered) editing.edit(item, true);
    },
    onEnlarge: (card) => {
      const item = itemOf(card);
      if (item && kindOf(item) === "media") setLarge(item.id);
    },
  });

  const isBulk = bulk === "running";
  const lit = shown.find(({ id }) => String(id) === current) ?? shown[0];

  /** The bar's buttons disappear with it, and would leave the focus on the body. */
  function focusCard({ detail }: { detail: number }, item = shown[0]) {
    const card = list.current?.querySelector<HTMLElement>(
      `[data-post="${CSS.escape(String(item?.id))}"]`,
    );
    // A click leaves the page where it is, also if the card is out of view.
    if (card) card.focus({ preventScroll: detail > 0 });
    else focusMain();
  }

  return (
    <>
      {shown.length > 0 && (
        <ul ref={list} onFocus={({ target }) => setCurrent(target.closest("li")?.dataset.post)}>
          {shown.map((item) => (
            <PendingItem
              key={item.id}
              item={item}
              isLinked={sameId(item.id, linked)}
              selection={{
                isSelected: isSelected(item) && selected.includes(item),
                onSelect: (isChosen) => select(item, isChosen),
                isDisabled: !isPending(item) || editing.isEditing(item),
              }}
              failure={decisions.failureOf(item.id)}
              editing={editing}
              onSaved={decisions.markSeen}
              isLit={item === lit && selected.length === 0 && !isBulk}
              onDecide={(decision, ...press) => decisions.decide(decision, item, ...press)}
              isStopped={decisions.isStopped(item)}
              onApproveAt={() => setOpened(item)}
              onEnlarge={() => setLarge(item.id)}
            />
          ))}
        </ul>
      )}
      {shown.length === 0 && !hasMore && <NothingPending kind={kind} action={generateLink} />}
      {(selected.length > 0 || bulk) && (
        <SelectionBar
          selected={selected}
          held={selected.filter(decisions.isStopped)}
          selectable={selectable}
          onSelect={setSelected}
          decisions={decisions}
          bulk={bulk}
          onBulk={setBulk}
          onClosed={focusCard}
        />
      )}
      <PagesFoot
        kind={kind}
        loaded={loaded}
        ofGroup={items.length}
        shown={shown.length}
        hidden={items.length - shown.length}
        hasMore={hasMore}
        // The `skip` of the next page is unknown while decisions remove items from the pages.
        busy={isLoadingMore || isBulk}
        moreFailure={moreFailure}
        onLoad={loadMore}
        onShowOther={onShowOther}
        list={list}
      />
      <LazyDialog
        open={decisions.unconfirmed !== undefined}
        onOpenChange={() => decisions.confirm(false)}
      >
        <ChangedQuestion item={decisions.unconfirmed} onAnswer={decisions.confirm} />
      </LazyDialog>
      <LazyDialog open={opened !== undefined} onOpenChange={() => setOpened(undefined)}>
        <ApproveDialog items={all} opened={opened} onClose={() => setOpened(undefined)} />
      </LazyDialog>
      <Enlarged items={shown} post={large} onShow={setLarge} noun="Post" cardOf={cardOf} />
    </>
  );
}

/** Tracks which of the shown items are selected; an item that leaves the list is deselected. */
function useSelection(shown: readonly QueueItem[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const isSelected = ({ id }: QueueItem) => ids.has(String(id));
  return {
    selected: shown.filter(isSelected),
    isSelected,
    select: (item: QueueItem, isChosen: boolean) =>
      setIds((before) => {
        const after = new Set(before);
        if (isChosen) after.add(String(item.id));
        else after.delete(String(item.id));
        return after;
      }),
    setSelected: (items: readonly QueueItem[]) =>
      setIds(new Set(items.map(({ id }) => String(id)))),
  };
}

const NothingPending = ({ kind, action }: { kind: PostKind; action: ReactNode }) => (
  <EmptyState
    icon={<ListChecks />}
    title={`No ${kindNames[kind]} posts${useOfGroup()} wait for approval.`}
    hint="Posts generated in the Content Library appear here first."
    action={action}
  />
);
