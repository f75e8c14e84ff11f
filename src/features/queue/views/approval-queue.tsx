import type { QueryKey } from "@tanstack/react-query";
import { Check, ListChecks } from "lucide-react";
import { useRef, useState } from "react";
import { HiddenByTab, kindOf, type PostKind, PostText, type QueueItem } from "@/entities/post";
import { useReadPages } from "@/shared/query/use-read";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";
import { Keys } from "@/shared/ui/kbd";
import { EmptyState } from "@/shared/ui/notice";
import { Panel, Region } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { LoadMore } from "@/shared/ui/table/load-more";
import { itemsOf } from "../pages";
import { queueQueries } from "../queries";
import styles from "./approval-queue.module.css";
import { LoadingQueue, QueueCard } from "./queue-card";
import { BulkProgress, SelectionBar } from "./selection-bar";
import { TextVerdict } from "./text-verdict";
import { useCardKeys } from "./use-card-keys";
import { useDecisions } from "./use-decisions";

type ApprovalQueueProps = {
  /** The kind of post that is shown; posts of the other kind are only counted. */
  kind: PostKind;
  /** Queries of other slices that an approval makes stale. */
  refreshes: readonly QueryKey[];
  /** Shows the posts of the other kind. */
  onShowOther: () => void;
};

export function ApprovalQueue(props: ApprovalQueueProps) {
  return (
    <Region title="Content Approval Queue" actions={<KeyHints />}>
      <Panel className={styles.panel}>
        <PanelBoundary loading={<LoadingQueue />}>
          <PendingItems {...props} />
        </PanelBoundary>
      </Panel>
    </Region>
  );
}

const hints = [
  { keys: ["J", "K"], does: "move" },
  { keys: ["A"], does: "approve" },
  { keys: ["R"], does: "reject" },
  { keys: ["Space"], does: "select" },
];

/** Meant for devices with a keyboard: the stylesheet hides the hints on touch screens. */
const KeyHints = () => (
  <span className={styles.hints} aria-hidden="true">
    {hints.map(({ keys, does }) => (
      <span key={does}>
        <Keys keys={keys} /> {does}
      </span>
    ))}
  </span>
);

function PendingItems({ kind, refreshes, onShowOther }: ApprovalQueueProps) {
  const { pages, hasMore, isLoadingMore, moreFailure, loadMore } = useReadPages(
    queueQueries.pending(),
  );
  const all = itemsOf(pages);
  const decisions = useDecisions(all, refreshes);
  const items = all.filter(({ id }) => !decisions.isLeaving(id));
  const shown = items.filter((item) => kindOf(item) === kind);
  const { selected, isSelected, select, selectAll, clear } = useSelection(shown);
  const [current, setCurrent] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const itemOf = (card: HTMLElement) =>
    shown.find(({ id }) => String(id) === card.dataset.post) ?? undefined;

  useCardKeys(list, {
    onDecide: (decision, card, { timeStamp }) => {
      const item = itemOf(card);
      if (item) decisions.decide(decision, item, { element: card, timeStamp, detail: 0 });
    },
    onSelect: (card) => {
      const item = itemOf(card);
      if (item) select(item, !isSelected(item));
    },
  });

  const { batch, bulk } = decisions;
  const isBulk = batch?.isRunning ?? false;
  const lit = shown.find(({ id }) => String(id) === current) ?? shown[0];
  const isDone = !hasMore && moreFailure === undefined;
  const isFooted = !isDone || shown.length < items.length;

  return (
    <>
      {shown.length > 0 && (
        <ul ref={list} onFocus={({ target }) => setCurrent(target.closest("li")?.dataset.post)}>
          {shown.map((item) => (
            <QueueCard
              key={item.id}
              item={item}
              isLit={item === lit && selected.length === 0 && !isBulk}
              isSelected={isSelected(item)}
              onSelect={(isChosen) => select(item, isChosen)}
              failure={decisions.failureOf(item.id)}
              verdict={<TextVerdict item={item} />}
              onDecide={(decision, press) => decisions.decide(decision, item, press)}
            />
          ))}
        </ul>
      )}
      {shown.length === 0 && !hasMore && <NothingPending kind={kind} />}
      {batch ? (
        <BulkProgress
          decision={bulk}
          batch={batch}
          onStop={decisions.stop}
          onRetry={(failed) => decisions.decideAll(bulk, failed)}
          onClose={decisions.dismiss}
        />
      ) : (
        <SelectionBar
          selected={selected}
          shown={shown.length}
          onDecide={(decision) => {
            clear();
            decisions.decideAll(decision, selected);
          }}
          onSelectAll={selectAll}
          onClear={clear}
        />
      )}
      <div className={isFooted ? styles.foot : undefined}>
        {hasMore && shown.length === 0 && items.length > 0 && (
          <p className="meta">None among the {items.length} loaded.</p>
        )}
        <HiddenByTab kind={kind} count={items.length - shown.length} onShow={onShowOther} />
        <LoadMore
          // The `skip` of the next page is unknown while decisions remove items from the pages.
          busy={isLoadingMore || isBulk}
          onLoad={loadMore}
          shown={items.length}
          isCountHidden={shown.length === 0}
          failure={moreFailure}
          isDone={isDone}
          list={list}
        />
      </div>
      <AskAgain item={decisions.asked} onAnswer={decisions.answer} />
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
    selectAll: () => setIds(new Set(shown.map(({ id }) => String(id)))),
    clear: () => setIds(new Set()),
  };
}

type AskAgainProps = {
  item: QueueItem | undefined;
  onAnswer: (isSure: boolean) => void;
};

/** Shows the current version of a post that changed after it was shown: this is what goes out. */
const AskAgain = ({ item, onAnswer }: AskAgainProps) => (
  <ConfirmDialog
    open={item !== undefined}
    onOpenChange={(isOpen) => isOpen || onAnswer(false)}
    title="This post changed since it was shown"
    confirm="Approve"
    icon={<Check />}
    tone="primary"
    onConfirm={() => onAnswer(true)}
  >
    <p>Post #{item?.id} now reads:</p>
    <PostText text={item?.text_content} folds={false} />
  </ConfirmDialog>
);

const NothingPending = ({ kind }: { kind: PostKind }) => (
  <EmptyState
    icon={<ListChecks />}
    title={`No ${kind === "media" ? "image/video" : "text-only"} posts wait for approval.`}
    hint="What is generated in the Content Library comes here first."
  />
);
